//! Replays the seeds, which include every input that ever broke a law, on a stable toolchain.

use std::path::Path;

fn replay(target: &str, body: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(target);
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).expect("the seeds") {
        let path = entry.expect("a seed").path();
        println!("{}", path.display());
        body(&std::fs::read(&path).expect("a seed"));
        count += 1;
    }
    assert!(count > 0, "{} is empty", folder.display());
}

#[test]
fn position_text_seeds_keep_the_law() {
    replay("position_text", fuzz::position_text);
}

#[test]
fn turns_agree_seeds_keep_the_law() {
    replay("turns_agree", fuzz::turns_agree);
}

#[test]
fn generators_agree_seeds_keep_the_law() {
    replay("generators_agree", fuzz::generators_agree);
}
