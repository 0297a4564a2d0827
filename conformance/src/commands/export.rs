//! `conformance export`: writes the suite as JSON test vectors.

use super::suite_folder::SuiteFolder;
use crate::case::Case;
use crate::claim::Vector;
use crate::generator::{Generator, Tested};
use perft::knob_values;
use perft::shell::{Failure, VERSION, json_text, say};
use rules_core::{chaturaji, chaturanga};
use serde::Serialize;
use serde_json::{Map, Value};
use std::fs::{create_dir_all, write};
use std::io;
use std::path::{Path, PathBuf};

const ABOUT: &str = "\
Writes PRESET.json for each preset of both games: every expectation of every case that covers the preset, as a \
position, a line of plies, a question and its answer. vectors.schema.json is the JSON Schema of these files, and \
conformance/VECTORS.md explains how to use them without this program. The answers are those of the cases; no \
generator computes them.

Examples:
  conformance export                    writes the folder vectors
  conformance export --out my-tests

Exit codes: 0 written, 2 misuse (files that cannot be read), 74 the files could not be written.";

/// The JSON Schema of the files.
const SCHEMA: &str = include_str!("../../schema/vectors.json");

/// The arguments of `conformance export`.
#[derive(clap::Args)]
#[command(after_help = ABOUT)]
pub struct Args {
    /// The folder, which is made if necessary; files of these names in it are replaced
    #[arg(long, value_name = "DIR", default_value = "vectors")]
    out: PathBuf,
    #[command(flatten)]
    folder: SuiteFolder,
}

/// The vectors of a preset.
#[derive(Serialize)]
struct VectorFile {
    /// The version of this form.
    format: u32,
    /// The program that wrote the file.
    written_by: String,
    game: &'static str,
    preset: &'static str,
    rules: Map<String, Value>,
    vectors: Vec<CaseVector>,
}

/// A vector with the case that it is from.
#[derive(Serialize)]
struct CaseVector {
    /// The name of the case, `#`, and the number of the vector in it.
    id: String,
    title: String,
    rule: String,
    sources: Vec<String>,
    position: String,
    line: Vec<String>,
    #[serde(flatten)]
    vector: Vector,
}

/// Writes the vectors of both games.
pub fn run(args: &Args) -> Result<(), Failure> {
    let mut files = vec![("vectors.schema.json".to_owned(), SCHEMA.to_owned())];
    let mut count = add::<chaturanga::Rules>(args, &mut files)?;
    count += add::<chaturaji::Rules>(args, &mut files)?;
    write_all(&files, &args.out)?;
    let presets = files.len() - 1;
    Ok(say(&format!("{count} vectors of {presets} presets, and their schema, in {}\n", args.out.display()))?)
}

fn write_all(files: &[(String, String)], out: &Path) -> Result<(), Failure> {
    let failure = |path: &Path, error: io::Error| {
        Failure::Output(io::Error::new(error.kind(), format!("{}: {error}", path.display())))
    };
    create_dir_all(out).map_err(|error| failure(out, error))?;
    for (name, text) in files {
        let path = out.join(name);
        write(&path, text).map_err(|error| failure(&path, error))?;
    }
    Ok(())
}

/// Adds a file for each preset of a game, and returns the number of vectors.
fn add<R: Tested>(args: &Args, files: &mut Vec<(String, String)>) -> Result<usize, Failure> {
    let cases = args.folder.load::<R>()?.cases;
    let mut count = 0;
    for (&preset, rules) in R::PRESET_IDS.iter().zip(R::PRESETS) {
        let applying = cases.iter().filter(|case| case.applies(rules));
        let vectors: Vec<CaseVector> = applying.flat_map(|case| vectors(case, rules)).collect();
        count += vectors.len();
        let file = VectorFile {
            format: 1,
            written_by: format!("conformance {VERSION}"),
            game: R::GAME,
            preset,
            rules: knob_values(rules),
            vectors,
        };
        files.push((format!("{preset}.json"), json_text(&file)?));
    }
    Ok(count)
}

/// Returns the vectors of a case under rules that it covers.
fn vectors<R: Tested>(case: &Case<R>, rules: &R) -> Vec<CaseVector> {
    let position = match case.position.as_str() {
        // The pieces begin where the ruleset says.
        "startpos" => start::<R::Fast>(rules),
        text => text.to_owned(),
    };
    let vectors = case.expect[case.varied(rules)].claims().flat_map(|claim| claim.vectors());
    let with_case = |(number, vector)| CaseVector {
        id: format!("{}#{number}", case.name),
        title: case.title.clone(),
        rule: case.rule.clone(),
        sources: case.sources.clone(),
        position: position.clone(),
        line: case.line.clone(),
        vector,
    };
    (1..).zip(vectors).map(with_case).collect::<Vec<_>>()
}

fn start<G: Generator>(rules: &G::Rules) -> String {
    let generator = G::new(rules);
    // `startpos` is a position under any rules.
    generator.read("startpos").map(|position| generator.text(&position)).unwrap_or_default()
}
