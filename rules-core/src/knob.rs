//! Knobs, the points on which sources or readings differ, as data, and the text form of a ruleset
//! (`tr+elephant-move=lame-alfil`).

use crate::FileSet;
use core::fmt;

/// One value of a knob.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// Its name in the text form, such as `lame-alfil`. The name never changes.
    pub id: &'static str,
    /// What it allows, in one sentence.
    pub meaning: &'static str,
}

/// The values that a knob can take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Domain {
    /// One of a list; a value is an index into it.
    Choice(&'static [Value]),
    /// Any set of files; a value is the bits of a [`FileSet`].
    Files,
}

impl Domain {
    /// Returns every value, in order.
    pub fn values(self) -> impl Iterator<Item = u8> + Clone {
        match self {
            Self::Choice(values) => 0..=(values.len() - 1) as u8,
            Self::Files => 0..=u8::MAX,
        }
    }

    /// Returns how far apart two values are: 0 or 1 for a list of values, and for sets of files the number of
    /// files in only one of them.
    pub const fn distance(self, one: u8, other: u8) -> u32 {
        match self {
            Self::Choice(_) => (one != other) as u32,
            Self::Files => (one ^ other).count_ones(),
        }
    }

    /// Returns the value with this name.
    pub fn parse(self, text: &str) -> Option<u8> {
        match self {
            Self::Choice(values) => values.iter().position(|value| value.id == text).map(|index| index as u8),
            Self::Files => text.parse::<FileSet>().ok().map(FileSet::bits),
        }
    }

    /// Returns the name of a value; `?` for a number that is none.
    pub fn text(self, value: u8) -> impl fmt::Display {
        fmt::from_fn(move |f| match self {
            Self::Choice(values) => f.pad(values.get(usize::from(value)).map_or("?", |v| v.id)),
            Self::Files => fmt::Display::fmt(&FileSet::from_bits(value), f),
        })
    }
}

/// One point on which sources or readings differ: a row in the table of knobs.
#[derive(Debug)]
pub struct Knob<R: 'static> {
    /// Its name in the text form, such as `elephant-move`. The name never changes.
    pub id: &'static str,
    /// What it decides, in one sentence.
    pub statement: &'static str,
    /// The values that it can take.
    pub domain: Domain,
    /// Returns the value that it has in a ruleset.
    pub get: fn(&R) -> u8,
    /// Sets its value in a ruleset; a value outside the domain changes nothing.
    pub set: fn(&mut R, u8),
}

/// Keeps [`Knobs`] to the rules of this crate.
pub trait Sealed {}

/// The rules of one game: a value for every knob, and the presets. Only the `Rules` of this crate implement
/// it.
///
/// Tools go through the knobs without naming them:
///
/// ```
/// use rules_core::{Knobs, chaturanga::Rules};
/// let (nl, tr) = (Rules::NL, Rules::preset("tr").unwrap());
/// let differing: Vec<&str> = nl.differences(&tr).map(|knob| knob.id).collect();
/// assert_eq!(differing[..2], ["setup", "raja-jump"]);
/// ```
pub trait Knobs: Sealed + Copy + PartialEq + 'static {
    /// The name of the game, `chaturanga` or `chaturaji`.
    const GAME: &'static str;
    /// Every knob, in the order in which overrides are written.
    const KNOBS: &'static [Knob<Self>];
    /// The names of the knobs, in the order of [`Knobs::KNOBS`].
    const KNOB_IDS: &'static [&'static str];
    /// The presets.
    const PRESETS: &'static [Self];
    /// The names of the presets, in the order of [`Knobs::PRESETS`].
    const PRESET_IDS: &'static [&'static str];

    /// Returns the preset with this name.
    fn preset(name: &str) -> Option<Self> {
        let index = Self::PRESET_IDS.iter().position(|id| *id == name)?;
        Self::PRESETS.get(index).copied()
    }

    /// Replaces values that cannot matter beside the others. Rulesets with equal canonical forms are the same
    /// game.
    #[must_use]
    fn canonical(&self) -> Self;

    /// Returns the knobs on which two rulesets differ.
    fn differences(&self, other: &Self) -> impl Iterator<Item = &'static Knob<Self>> {
        Self::KNOBS.iter().filter(|knob| (knob.get)(self) != (knob.get)(other))
    }

    /// Returns the overrides that make these rules of `base`.
    ///
    /// ```
    /// use rules_core::{Knobs, chaturanga::Rules};
    /// let mut overrides = Rules::SHATRANJ.overrides(&Rules::CHESSCOM);
    /// assert_eq!(overrides.next().unwrap().to_string(), "bare-raja=loses");
    /// assert!(overrides.next().is_none());
    /// ```
    fn overrides(&self, base: &Self) -> impl Iterator<Item = Override> {
        self.differences(base).map(|knob| Override {
            knob: knob.id,
            domain: knob.domain,
            bits: (knob.get)(self),
        })
    }

    /// Returns the number of axes on which two rulesets differ: knobs, and in sets of files the files.
    fn distance(&self, other: &Self) -> u32 {
        Self::KNOBS.iter().map(|knob| knob.domain.distance((knob.get)(self), (knob.get)(other))).sum()
    }

    /// Returns the rulesets that differ on exactly one [`Axis`](crate::Axis), in the order of the knobs.
    fn neighbours(&self) -> impl Iterator<Item = Self> {
        Self::KNOBS.iter().flat_map(|knob| {
            let own = (knob.get)(self);
            knob.domain.values().filter(move |&bits| knob.domain.distance(own, bits) == 1).map(|bits| {
                let mut changed = *self;
                (knob.set)(&mut changed, bits);
                changed
            })
        })
    }
}

/// A knob with a value, as it stands in the text form of a ruleset: `raja-jump=none`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Override {
    /// The name of the knob.
    pub knob: &'static str,
    domain: Domain,
    bits: u8,
}

impl Override {
    /// Returns the name of the value.
    pub fn value(self) -> impl fmt::Display {
        self.domain.text(self.bits)
    }
}

impl fmt::Display for Override {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.knob, self.value())
    }
}

/// Reads the text form: a preset's name, then `+knob=value` for each override.
pub(crate) fn parse<R: Knobs>(text: &str) -> Result<R, RulesError> {
    let mut words = text.split('+');
    let name = words.next().unwrap_or_default();
    let refuse = |column: usize, word: &str, kind| {
        let column = 1 + text[..column].chars().count();
        Err(RulesError { column, width: word.chars().count(), kind })
    };
    let Some(mut rules) = R::preset(name) else {
        return refuse(0, name, RulesErrorKind::UnknownPreset { allowed: R::PRESET_IDS });
    };
    let mut named = 0u64;
    let mut start = name.len() + 1;
    for word in words {
        let (id, value) = match word.split_once('=') {
            Some((id, value)) => (id, Some(value)),
            None => (word, None),
        };
        let Some(index) = R::KNOBS.iter().position(|knob| knob.id == id) else {
            return refuse(start, id, RulesErrorKind::UnknownKnob { allowed: R::KNOB_IDS });
        };
        let knob = &R::KNOBS[index];
        if named >> index & 1 != 0 {
            return refuse(start, id, RulesErrorKind::Repeated { knob: knob.id });
        }
        named |= 1 << index;
        let (knob_id, allowed) = (knob.id, knob.domain);
        let Some(value) = value else {
            return refuse(start, id, RulesErrorKind::NoValue { knob: knob_id, allowed });
        };
        let Some(bits) = allowed.parse(value) else {
            let kind = RulesErrorKind::UnknownValue { knob: knob_id, allowed };
            return refuse(start + id.len() + 1, value, kind);
        };
        (knob.set)(&mut rules, bits);
        start += word.len() + 1;
    }
    Ok(rules)
}

/// Writes the text form: the (first) preset with the fewest differences, then the overrides.
pub(crate) fn write<R: Knobs>(rules: &R, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let nearest = (0..R::PRESETS.len())
        .min_by_key(|&index| rules.differences(&R::PRESETS[index]).count())
        .unwrap_or_default();
    f.write_str(R::PRESET_IDS[nearest])?;
    rules.overrides(&R::PRESETS[nearest]).try_for_each(|changed| write!(f, "+{changed}"))
}

/// The error of a text that is not a ruleset, with its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RulesError {
    /// The character at which the error begins, counted from 1.
    pub column: usize,
    /// The number of characters at fault.
    pub width: usize,
    /// What is wrong.
    pub kind: RulesErrorKind,
}

/// What is wrong with the text of a ruleset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RulesErrorKind {
    /// No preset has this name.
    UnknownPreset {
        /// The names of the presets.
        allowed: &'static [&'static str],
    },
    /// No knob has this name.
    UnknownKnob {
        /// The names of the knobs.
        allowed: &'static [&'static str],
    },
    /// The knob has no such value.
    UnknownValue {
        /// The knob.
        knob: &'static str,
        /// Its values.
        allowed: Domain,
    },
    /// The knob is named without `=value`.
    NoValue {
        /// The knob.
        knob: &'static str,
        /// Its values.
        allowed: Domain,
    },
    /// The knob is repeated.
    Repeated {
        /// The knob.
        knob: &'static str,
    },
}

fn list<'a>(words: impl Iterator<Item = &'a str> + Clone) -> impl fmt::Display {
    fmt::from_fn(move |f| {
        words.clone().enumerate().try_for_each(|(index, word)| {
            f.write_str(if index == 0 { "" } else { ", " })?;
            f.write_str(word)
        })
    })
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Choice(values) => write!(f, "{}", list(values.iter().map(|value| value.id))),
            Self::Files => f.write_str("`none` or file letters such as ef"),
        }
    }
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            RulesErrorKind::UnknownPreset { allowed } => {
                write!(f, "unknown preset; the presets are {}", list(allowed.iter().copied()))
            }
            RulesErrorKind::UnknownKnob { allowed } => {
                write!(f, "unknown knob; the knobs are {}", list(allowed.iter().copied()))
            }
            RulesErrorKind::UnknownValue { knob, allowed } => {
                write!(f, "unknown value of {knob}; its values are {allowed}")
            }
            RulesErrorKind::NoValue { knob, allowed } => {
                write!(f, "{knob} is given no value: write {knob}=VALUE with one of {allowed}")
            }
            RulesErrorKind::Repeated { knob } => write!(f, "{knob} is named twice"),
        }?;
        write!(f, " (column {})", self.column)
    }
}

impl core::error::Error for RulesError {}

/// A type whose values a knob can take.
pub(crate) trait KnobValue: Copy {
    /// What is known about the values.
    const DOMAIN: Domain;

    /// Returns the value as a number of its domain.
    fn bits(self) -> u8;

    /// Returns the value with this number; `None` where the domain has no such number.
    fn from_bits(bits: u8) -> Option<Self>;
}

impl KnobValue for FileSet {
    const DOMAIN: Domain = Domain::Files;

    fn bits(self) -> u8 {
        self.bits()
    }

    fn from_bits(bits: u8) -> Option<Self> {
        Some(Self::from_bits(bits))
    }
}

/// Declares the rules of a game: a block for each knob, from which its enum, its field in `Rules` and its row
/// in the table of knobs are made.
///
/// A block is the field, the type of its values, the name of the knob in the text form, what the knob
/// decides, the places in the sources, and, where the type is an enum, the values with their names and
/// meanings. The presets are constants of `Rules`, defined where the macro is used.
macro_rules! rules {
    (
        $(#[$doc:meta])*
        $rules:ident of $game:literal, with presets $($preset:ident = $preset_id:literal),+;
        $(
            $field:ident: $values:ident = $id:literal, $statement:literal, $sources:literal
            $({ $($variant:ident = $value:literal: $meaning:literal,)+ })?
            $(;)?
        )+
    ) => {
        $($(
            #[doc = concat!("`", $id, "`: ", $statement, " (", $sources, ").")]
            #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
            pub enum $values {
                $(#[doc = concat!("`", $value, "`: ", $meaning, ".")] $variant,)+
            }

            impl $values {
                /// Every value, in the order of the table of knobs.
                pub const ALL: &'static [Self] = &[$(Self::$variant),+];
                /// The name and meaning of every value, in the same order.
                pub const VALUES: &'static [$crate::Value] =
                    &[$($crate::Value { id: $value, meaning: $meaning }),+];
            }

            impl $crate::knob::KnobValue for $values {
                const DOMAIN: $crate::Domain = $crate::Domain::Choice(Self::VALUES);

                fn bits(self) -> u8 {
                    self as u8
                }

                fn from_bits(bits: u8) -> Option<Self> {
                    Self::ALL.get(usize::from(bits)).copied()
                }
            }
        )?)+

        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct $rules {
            $(#[doc = concat!("`", $id, "`: ", $statement, ".")] pub $field: $values,)+
        }

        static KNOBS: [$crate::Knob<$rules>; [$($id),+].len()] = [$($crate::Knob {
            id: $id,
            statement: $statement,
            domain: <$values as $crate::knob::KnobValue>::DOMAIN,
            get: |rules| $crate::knob::KnobValue::bits(rules.$field),
            set: |rules, bits| {
                if let Some(value) = $crate::knob::KnobValue::from_bits(bits) {
                    rules.$field = value;
                }
            },
        }),+];

        impl $crate::knob::Sealed for $rules {}

        impl $crate::Knobs for $rules {
            const GAME: &'static str = $game;
            const KNOBS: &'static [$crate::Knob<Self>] = &KNOBS;
            const KNOB_IDS: &'static [&'static str] = &[$($id),+];
            const PRESETS: &'static [Self] = &[$(Self::$preset),+];
            const PRESET_IDS: &'static [&'static str] = &[$($preset_id),+];

            fn canonical(&self) -> Self {
                Self::canonical(self)
            }
        }

        impl core::fmt::Display for $rules {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                $crate::knob::write(self, f)
            }
        }

        impl core::str::FromStr for $rules {
            type Err = $crate::RulesError;

            fn from_str(text: &str) -> Result<Self, $crate::RulesError> {
                $crate::knob::parse(text)
            }
        }
    };
}
pub(crate) use rules;
