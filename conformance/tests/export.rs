//! The test vectors of `conformance export`: their form, and that they hold in both generators.

use conformance::{Generator, Tested};
use rules_core::{Knobs, chaturaji, chaturanga};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

fn export(out: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_conformance"));
    // Nothing of the sources is needed at run time.
    command.current_dir("/").arg("export").arg("--out").arg(out).output().expect("the program starts")
}

fn json(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn vectors_have_their_form_and_hold() {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path().join("a/b");
    for _ in 0..2 {
        let output = export(&out);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
    let schema = jsonschema::validator_for(&json(&out.join("vectors.schema.json"))).expect("a schema");
    let presets = chaturanga::Rules::PRESET_IDS.len() + chaturaji::Rules::PRESET_IDS.len();
    assert_eq!(fs::read_dir(&out).expect("a folder").count(), presets + 1);
    let mut asked = Vec::new();
    hold::<chaturanga::Rules>(&out, &schema, &mut asked);
    hold::<chaturaji::Rules>(&out, &schema, &mut asked);
    asked.sort();
    asked.dedup();
    let all = ["check", "legal", "moves", "moves-from", "outcome", "perft", "refused", "rolls", "text"];
    assert_eq!(asked, all, "every kind of question occurs");
}

fn hold<R: Tested>(out: &Path, schema: &jsonschema::Validator, asked: &mut Vec<String>) {
    for (preset, rules) in R::PRESET_IDS.iter().zip(R::PRESETS) {
        let file = json(&out.join(format!("{preset}.json")));
        let faults: Vec<String> = schema.iter_errors(&file).map(|error| error.to_string()).take(3).collect();
        assert!(faults.is_empty(), "{preset}: {faults:?}");
        assert_eq!((&file["game"], &file["preset"]), (&json!(R::GAME), &json!(preset)));
        assert_eq!(file["rules"].as_object().map(|rules| rules.len()), Some(R::KNOBS.len()));
        let vectors = file["vectors"].as_array().expect("vectors");
        assert!(vectors.len() > 100, "{preset}: {}", vectors.len());
        let mut ids: Vec<&str> = vectors.iter().filter_map(|vector| vector["id"].as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), vectors.len(), "{preset}: an id is repeated");
        for vector in vectors {
            let ask = vector["ask"].as_str().expect("a question");
            asked.push(ask.to_owned());
            for answer in [answer(&R::Fast::new(rules), vector), answer(&R::Slow::new(rules), vector)] {
                assert_eq!(answer, sorted(vector["answer"].clone()), "{preset}: {vector}");
            }
        }
    }
}

/// Returns a generator's answer to a vector, from the description in VECTORS.md.
fn answer<G: Generator>(generator: &G, vector: &Value) -> Value {
    let text = |key: &str| vector[key].as_str().expect("a text");
    let mut position = match generator.read(text("position")) {
        Ok(position) => position,
        Err(kinds) if vector["ask"] == "refused" => return sorted(json!(kinds)),
        Err(kinds) => panic!("{vector}: {kinds:?}"),
    };
    for ply in vector["line"].as_array().expect("a line") {
        let ply = ply.as_str().expect("a ply");
        position = generator.play(&position, ply).unwrap_or_else(|| panic!("{vector}: {ply} is not legal"));
    }
    let moves = generator.moves(&position);
    let plies: Vec<&str> = moves.iter().map(|(ply, _)| ply.as_str()).collect();
    match text("ask") {
        "moves" => sorted(json!(plies)),
        "moves-from" => {
            let from = |ply: &&&str| ply.starts_with(text("square")) && !ply.contains('+');
            sorted(json!(plies.iter().filter(from).collect::<Vec<_>>()))
        }
        "legal" => json!(plies.contains(&text("ply"))),
        "rolls" => json!(moves.iter().find(|(ply, _)| ply == text("ply")).map_or(0, |(_, rolls)| *rolls)),
        "text" => json!(generator.text(&position)),
        "check" => json!(generator.is_check(&position)),
        "outcome" => json!(generator.outcome(&position)),
        "perft" => {
            let depth = vector["depth"].as_u64().and_then(|depth| depth.try_into().ok()).expect("a depth");
            json!(u64::try_from(generator.perft(&position, depth)).expect("a small count"))
        }
        other => panic!("{other}: {vector}"),
    }
}

/// Lists are compared in any order.
fn sorted(mut value: Value) -> Value {
    if let Some(items) = value.as_array_mut() {
        items.sort_by_key(Value::to_string);
    }
    value
}

#[test]
fn the_schema_refuses_other_forms() {
    let schema =
        jsonschema::validator_for(&json(&Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/vectors.json")))
            .expect("a schema");
    let file = |vector: Value| json!({ "format": 1, "written_by": "x", "game": "chaturanga", "preset": "nl", "rules": {}, "vectors": [vector] });
    let vector = |ask: &str, answer: Value| {
        json!({ "id": "chaturanga/x/y#1", "title": "t", "rule": "r", "sources": ["s"], "position": "p", "line": [],
            "ask": ask, "answer": answer })
    };
    assert!(schema.is_valid(&file(vector("check", json!(true)))));
    assert!(schema.is_valid(&file(vector("moves", json!(["e2e3", "c7c8b"])))));
    for wrong in [
        vector("check", json!("yes")),
        vector("moves", json!(["e2"])),
        vector("moves-from", json!(["e2e3"])),
        vector("perft", json!(3)),
        vector("guess", json!(3)),
    ] {
        assert!(!schema.is_valid(&file(wrong.clone())), "{wrong}");
    }
}

#[test]
fn an_export_that_cannot_be_written_fails() {
    let output = export(Path::new("/proc/vectors"));
    assert_eq!(output.status.code(), Some(74), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("/proc/vectors"), "{output:?}");
}
