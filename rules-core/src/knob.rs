//! Knobs, the points on which sources or readings differ, as data, and the text form of a ruleset
//! (`tr+elephant-move=lame-alfil`).
//!
//! A game declares its knobs once, with the macro at the end of this file: field, type, name, statement,
//! sources and values. The enum of the values, the field of `Rules` and the row of the table follow from the
//! declaration. Everything else goes through the table [`Knobs::KNOBS`] and names no knob.

use crate::FileSet;
use core::fmt;

/// One value of a knob.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// Its name in the text form, such as `lame-alfil`. The name never changes.
    pub id: &'static str,
    /// What the value means, as a phrase without a full stop: `leaps exactly (2,2)`.
    pub meaning: &'static str,
}

/// The values that a knob can take.
///
/// Values are numbers of eight bits, so that tools handle every knob alike.
///
/// ```
/// use rules_core::{Domain, Knobs, chaturanga::Rules};
/// let elephant = Rules::KNOBS.iter().find(|knob| knob.id == "elephant-move").unwrap();
/// assert_eq!(elephant.domain.values().count(), 4);
/// assert_eq!(elephant.domain.parse("silver"), Some(3));
/// assert_eq!(elephant.domain.text(3).to_string(), "silver");
///
/// // The files e and f are the bits 4 and 5.
/// assert_eq!(Domain::Files.parse("ef"), Some(0b0011_0000));
/// assert_eq!(Domain::Files.distance(0b0011_0000, 0b0001_0000), 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Domain {
    /// One of a list; a value is an index into it.
    Choice(&'static [Value]),
    /// Any set of files; a value is the bits of a [`FileSet`].
    Files,
}

impl Domain {
    /// Returns every value, in order: the indices of a list, or all 256 sets of files.
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

    /// Returns the value with this name; `None` when the domain has no such value.
    pub fn parse(self, text: &str) -> Option<u8> {
        match self {
            Self::Choice(values) => values.iter().position(|value| value.id == text).map(|index| index as u8),
            Self::Files => text.parse::<FileSet>().ok().map(FileSet::bits),
        }
    }

    /// Returns the name of a value, ready to be displayed; `?` for a number outside the domain.
    pub fn text(self, value: u8) -> impl fmt::Display {
        fmt::from_fn(move |f| match self {
            Self::Choice(values) => f.pad(values.get(usize::from(value)).map_or("?", |v| v.id)),
            Self::Files => fmt::Display::fmt(&FileSet::from_bits(value), f),
        })
    }
}

/// One point on which sources or readings differ: a row in the table of knobs.
///
/// ```
/// use rules_core::{Knobs, chaturanga::{RajaJump, Rules}};
/// let jump = Rules::KNOBS.iter().find(|knob| knob.id == "raja-jump").unwrap();
/// let mut rules = Rules::NL;
/// (jump.set)(&mut rules, jump.domain.parse("none").unwrap());
/// assert_eq!(rules.raja_jump, RajaJump::None);
/// assert_eq!(jump.domain.text((jump.get)(&rules)).to_string(), "none");
/// ```
#[derive(Debug)]
pub struct Knob<R: 'static> {
    /// Its name in the text form, such as `elephant-move`. The name never changes.
    pub id: &'static str,
    /// What the knob decides, as a phrase without a full stop: `how the gaja moves`.
    pub statement: &'static str,
    /// The values that it can take.
    pub domain: Domain,
    /// Returns the value of the knob in a ruleset.
    pub get: fn(&R) -> u8,
    /// Sets the value of the knob in a ruleset; a value outside the domain changes nothing.
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
    /// The presets: rulesets with a name, each the reading of a source or what a program plays.
    const PRESETS: &'static [Self];
    /// The names of the presets, in the order of [`Knobs::PRESETS`].
    const PRESET_IDS: &'static [&'static str];
    /// What [`Knobs::reflected`] swaps, as a phrase: `the files a and h … change places`.
    const REFLECTION: &'static str;

    /// Returns the preset with this name; `None` when the game has no such preset.
    ///
    /// ```
    /// use rules_core::{Knobs, chaturaji::Rules};
    /// assert_eq!(Rules::preset("ar"), Some(Rules::AR));
    /// assert_eq!(Rules::preset("nl"), None);
    /// ```
    fn preset(name: &str) -> Option<Self> {
        let index = Self::PRESET_IDS.iter().position(|id| *id == name)?;
        Self::PRESETS.get(index).copied()
    }

    /// Returns the rules with every value that cannot matter beside the others replaced by a fixed one.
    /// Rulesets with equal canonical forms are the same game.
    ///
    /// The `canonical` method of each game's `Rules` lists the replacements.
    ///
    /// ```
    /// use rules_core::{Knobs, chaturanga::Rules};
    /// fn is_same_game<R: Knobs>(one: &R, other: &R) -> bool {
    ///     one.canonical() == other.canonical()
    /// }
    /// // Without a jump it does not matter what the jump may capture.
    /// let other = "chesscom+raja-jump-capture=none".parse().unwrap();
    /// assert!(is_same_game(&Rules::CHESSCOM, &other));
    /// ```
    #[must_use]
    fn canonical(&self) -> Self;

    /// Returns the rules of the mirror image. Rulesets of which one has the canonical form of the other
    /// reflected are the same game up to reflection.
    ///
    /// The `reflected` method of each game's `Rules` says what is swapped.
    ///
    /// ```
    /// use rules_core::{Knobs, chaturaji};
    /// fn is_mirror_image<R: Knobs>(one: &R, other: &R) -> bool {
    ///     one.canonical() == other.reflected().canonical()
    /// }
    /// let other = "ar+setup=left-handed+turn-order=counter-clockwise".parse().unwrap();
    /// assert!(is_mirror_image(&chaturaji::Rules::AR, &other));
    /// ```
    #[must_use]
    fn reflected(&self) -> Self;

    /// Returns the rules with every value that decides only results or points replaced by a fixed one.
    /// Rulesets with equal forms have the same moves in every position, so that no count tells them apart.
    ///
    /// The `without_results` method of each game's `Rules` lists the replacements.
    ///
    /// ```
    /// use rules_core::{Knobs, chaturaji};
    /// fn is_told_by_counts<R: Knobs>(one: &R, other: &R) -> bool {
    ///     one.without_results() != other.without_results()
    /// }
    /// let other = "ar+points=chesscom".parse().unwrap();
    /// assert!(!is_told_by_counts(&chaturaji::Rules::AR, &other));
    /// ```
    #[must_use]
    fn without_results(&self) -> Self;

    /// Returns the knobs on which two rulesets differ, in the order of [`Knobs::KNOBS`].
    fn differences(&self, other: &Self) -> impl Iterator<Item = &'static Knob<Self>> {
        Self::KNOBS.iter().filter(|knob| (knob.get)(self) != (knob.get)(other))
    }

    /// Returns the overrides that turn `base` into these rules.
    ///
    /// ```
    /// use rules_core::{Knobs, chaturanga::Rules};
    /// let overrides: Vec<String> = Rules::SHATRANJ.overrides(&Rules::CHESSCOM).map(|o| o.to_string()).collect();
    /// assert_eq!(overrides, ["setup=facing-mirrored", "bare-raja=loses-when-certain"]);
    /// ```
    fn overrides(&self, base: &Self) -> impl Iterator<Item = Override> {
        self.differences(base).map(|knob| Override {
            knob: knob.id,
            domain: knob.domain,
            bits: (knob.get)(self),
        })
    }

    /// Returns the number of axes on which two rulesets differ. A knob with a list of values counts once, a
    /// set of files counts each file that is in only one of the two sets.
    ///
    /// ```
    /// use rules_core::{Knobs, chaturanga::Rules};
    /// // tr bars the files e and f.
    /// let open = "tr+promotion-barred-files=none".parse().unwrap();
    /// assert_eq!(Rules::TR.distance(&open), 2);
    /// ```
    fn distance(&self, other: &Self) -> u32 {
        Self::KNOBS.iter().map(|knob| knob.domain.distance((knob.get)(self), (knob.get)(other))).sum()
    }

    /// Returns the rulesets that differ on exactly one [`Axis`](crate::Axis), in the order of the knobs.
    ///
    /// ```
    /// use rules_core::{Knobs, chaturanga::Rules};
    /// let neighbours: Vec<String> = Rules::NL.neighbours().map(|rules| rules.to_string()).collect();
    /// assert_eq!(neighbours[..2], ["nl+setup=facing", "nl+setup=facing-mirrored"]);
    /// ```
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
    /// Returns the name of the value, ready to be displayed.
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
///
/// `column` and `width` mark the part at fault, so that a tool can underline it.
///
/// ```
/// use rules_core::{RulesErrorKind, chaturanga::Rules};
/// let error = "nl+elephant-move=bishop".parse::<Rules>().unwrap_err();
/// // The name of the value begins at the eighteenth character and has six characters.
/// assert_eq!((error.column, error.width), (18, 6));
/// assert!(matches!(error.kind, RulesErrorKind::UnknownValue { knob: "elephant-move", .. }));
/// ```
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
    /// The knob is named twice.
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
                write!(f, "{knob} has no value; write {knob}=VALUE with one of {allowed}")
            }
            RulesErrorKind::Repeated { knob } => write!(f, "{knob} is named twice"),
        }?;
        write!(f, " (column {})", self.column)
    }
}

impl core::error::Error for RulesError {}

/// A type whose values a knob can take.
pub(crate) trait KnobValue: Copy {
    /// The values, with their names and meanings.
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

/// Declares the rules of a game: a block for each knob, from which the macro makes its enum, its field in
/// `Rules` and its row in the table of knobs.
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
            const REFLECTION: &'static str = Self::REFLECTION;

            fn canonical(&self) -> Self {
                Self::canonical(self)
            }

            fn reflected(&self) -> Self {
                Self::reflected(self)
            }

            fn without_results(&self) -> Self {
                Self::without_results(self)
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
