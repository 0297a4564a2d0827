//! Lists the files of the suite, so that they are built into the program.

use std::fs::{read_dir, write};
use std::io;
use std::path::Path;

/// The folders of the suite.
const FOLDERS: [&str; 6] =
    ["cases", "cases/chaturanga", "cases/chaturaji", "expectations", "rules", "sources"];

fn main() -> io::Result<()> {
    let root = std::env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let mut list = "/// The files of the suite by path.\nconst BUILT_IN: &[(&str, &str)] = &[\n".to_owned();
    for folder in FOLDERS {
        println!("cargo::rerun-if-changed={folder}");
        let mut paths = read_dir(Path::new(&root).join(folder))?
            .map(|entry| Ok(entry?.path()))
            .collect::<io::Result<Vec<_>>>()?;
        paths.sort();
        for path in paths.iter().filter(|path| path.is_file()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            list += &format!("    ({:?}, include_str!({path:?})),\n", format!("{folder}/{name}"));
        }
    }
    let out = std::env::var("OUT_DIR").map_err(io::Error::other)?;
    write(Path::new(&out).join("built_in.rs"), list + "];\n")
}
