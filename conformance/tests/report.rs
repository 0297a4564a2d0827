//! The static site of `conformance report`.

use conformance::Suite;
use conformance::against::KnownProgram;
use rules_core::{Knobs, chaturaji, chaturanga};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use tempfile::TempDir;

fn report(out: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_conformance"));
    command.arg("report").arg("--out").arg(out).output().expect("the program starts")
}

/// Returns the files of a report by path. The report is written once for all tests.
fn site() -> &'static BTreeMap<PathBuf, String> {
    static SITE: OnceLock<BTreeMap<PathBuf, String>> = OnceLock::new();
    SITE.get_or_init(read_site)
}

fn read_site() -> BTreeMap<PathBuf, String> {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path().join("report");
    let output = report(&out);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("all hold"), "{output:?}");
    let left: Vec<_> = fs::read_dir(folder.path()).expect("a folder").collect();
    assert_eq!(left.len(), 1, "nothing else is left: {left:?}");
    let mut files = BTreeMap::new();
    let mut folders = vec![out.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("a file").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let text = fs::read_to_string(&path).expect("UTF-8");
                files.insert(path.strip_prefix(&out).expect("below the folder").to_owned(), text);
            }
        }
    }
    files
}

/// Returns the pages of a site.
fn pages(site: &BTreeMap<PathBuf, String>) -> impl Iterator<Item = (&PathBuf, &String)> {
    site.iter().filter(|(path, _)| path.extension().is_some_and(|extension| extension == "html"))
}

/// Returns the values of an attribute on a page.
fn attributes<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!(" {name}=\"");
    page.split(start.as_str()).skip(1).map(|rest| rest.split('"').next().unwrap_or_default()).collect()
}

/// Returns a path without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        if part.as_os_str() == ".." {
            plain.pop();
        } else {
            plain.push(part);
        }
    }
    plain
}

/// Returns what is wrong with the nesting of the tags of a page.
fn nesting(page: &str) -> Option<String> {
    let mut open: Vec<&str> = Vec::new();
    for tag in page.split('<').skip(1) {
        let Some((tag, text)) = tag.split_once('>') else {
            return Some(format!("<{tag} has no end"));
        };
        if text.contains('>') {
            return Some(format!("a bare > after <{tag}>"));
        }
        let name = tag.split(' ').next().unwrap_or_default();
        match name.strip_prefix('/') {
            Some(name) if open.pop() != Some(name) => return Some(format!("</{name}> closes another tag")),
            Some(_) => {}
            None if matches!(name, "!DOCTYPE" | "meta" | "link" | "br") => {}
            None => open.push(name),
        }
    }
    (!open.is_empty()).then(|| format!("left open: {open:?}"))
}

#[test]
fn the_site_is_whole() {
    let site = site();
    let ids: BTreeMap<&PathBuf, Vec<&str>> =
        pages(site).map(|(path, page)| (path, attributes(page, "id"))).collect();
    for (path, page) in pages(site) {
        let name = path.display();
        assert_eq!(nesting(page), None, "{name}");
        assert_eq!(page.matches("<h1>").count(), 1, "{name}");
        assert!(!page.contains("<script") && !page.contains("javascript:"), "{name}");
        assert!(!page.contains(env!("CARGO_MANIFEST_DIR")), "{name} tells where it was made");
        let distinct: BTreeSet<&&str> = ids[path].iter().collect();
        assert_eq!(distinct.len(), ids[path].len(), "{name}: an id is repeated");
        let boards = page.matches("<svg class=\"board\" role=\"img\"").count();
        let titles = page.matches("<title>").count() - 1;
        assert_eq!(boards, titles, "{name}: a board without a title");
        assert!(!page.contains("<title></title>"), "{name}");
        for href in attributes(page, "href").into_iter().filter(|href| !href.starts_with("data:")) {
            if href.starts_with("http") {
                assert!(path.starts_with("source"), "{name}: {href}");
                continue;
            }
            let (file, anchor) = href.split_once('#').unwrap_or((href, ""));
            let target = if file.is_empty() {
                path.clone()
            } else {
                plain(&path.parent().expect("a folder").join(file))
            };
            assert!(site.contains_key(&target), "{name}: {href}");
            assert!(anchor.is_empty() || ids[&target].contains(&anchor), "{name}: {href}");
        }
    }
}

#[test]
fn every_case_source_and_rule_is_shown() {
    let site = site();
    let anchors: Vec<&str> = pages(site).flat_map(|(_, page)| attributes(page, "id")).collect();
    fn look<R: Knobs>(site: &BTreeMap<PathBuf, String>, anchors: &[&str]) {
        let suite = Suite::<R>::load(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the suite");
        for case in &suite.cases {
            assert_eq!(anchors.iter().filter(|id| **id == case.name).count(), 1, "{}", case.name);
        }
        for source in &suite.sources {
            let page = &site[&PathBuf::from(format!("source/{}.html", source.id))];
            for statement in &source.statements {
                assert!(page.contains(&format!("id=\"{}\"", statement.id)), "{}", statement.id);
            }
        }
        for rule in suite.rules.iter().filter(|rule| !rule.id.contains('.')) {
            let page = &site[&PathBuf::from(format!("rule/{}-{}.html", R::GAME, rule.id))];
            let cases = suite.cases.iter().filter(|case| case.rule == rule.id).count();
            assert!(page.matches("<svg class=\"board\"").count() >= cases, "{}", rule.id);
        }
    }
    look::<chaturanga::Rules>(site, &anchors);
    look::<chaturaji::Rules>(site, &anchors);
}

#[test]
fn outside_programs_are_shown_with_their_differences() {
    let page = &site()[Path::new("programs.html")];
    let all = KnownProgram::load_all(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the expectations");
    assert!(all.len() >= 2, "{}", all.len());
    for (_, known) in &all {
        assert!(page.contains(&format!("<h2>{} {}</h2>", known.program, known.version)), "{}", known.program);
        for run in &known.runs {
            let numbers = [run.totals.agrees, run.totals.partial, run.totals.differs, run.totals.cannot];
            let cells: String = numbers.map(|number| format!("<td class=\"number\">{number}</td>")).concat();
            assert!(page.contains(&cells), "{run}");
            for case in run.differs.iter().flat_map(|entry| &entry.cases) {
                assert!(page.contains(&format!("#{case}\"><code>{case}</code></a>")), "{case}");
            }
        }
    }
}

#[test]
fn a_known_case_is_drawn_as_its_sources_describe_it() {
    let site = site();
    let page = &site[Path::new("rule/chaturanga-elephant-move.html")];
    let start = page.find("id=\"chaturanga/elephant/centre\"").expect("the case");
    let case = &page[start..][..page[start..].find("</article>").expect("its end")];
    assert_eq!(case.matches("<svg class=\"board\"").count(), 3);
    assert!(
        case.contains(
            "White to move. 7k/p7/8/8/3B4/8/P7/K7 w - - 0 1. Legal: d4b2 d4b6 d4f2 d4f6. Not legal: d4b4 "
        ),
        "{case}"
    );
    assert!(case.contains("one colour"), "{case}");
    assert!(page.contains("chequered, h1 light"));
    let compare = &site[Path::new("compare.html")];
    assert!(!compare.contains("No case tells them apart"));
}

#[test]
fn a_report_replaces_a_report_and_nothing_else() {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path().join("report");
    fs::create_dir(&out).expect("a folder");
    assert_eq!(report(&out).status.code(), Some(0), "an empty folder is taken");
    fs::write(out.join("old.html"), "old").expect("a file");
    assert_eq!(report(&out).status.code(), Some(0), "a report is replaced");
    assert!(!out.join("old.html").exists());
    fs::remove_file(out.join("conformance-report.txt")).expect("the marker");
    let output = report(&out);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("is not a report"), "{output:?}");
    assert!(out.join("index.html").exists());
    assert_eq!(report(&out.join("index.html")).status.code(), Some(2), "a file is no folder");
    assert_eq!(report(Path::new("/")).status.code(), Some(2));
}

#[test]
fn a_report_that_cannot_be_written_fails() {
    let output = report(Path::new("/proc/report"));
    assert_eq!(output.status.code(), Some(74), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("/proc"), "{output:?}");
}
