// Opens pages of a report at two widths and checks the console, overflow, accessibility, and fetched resources.
// Usage: node check.mjs CHROMIUM REPORT [SCREENSHOTS]
import { readFileSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";

const [chromium, report, shots] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const pages = [
  "index.html",
  "rule/chaturanga-elephant-move.html",
  "rule/chaturanga-raja-jump.html",
  "rule/chaturaji-boat-triumph.html",
  "rule/chaturaji-pawn-move.html",
  "source/nl.html",
  "source/ar.html",
  "compare.html",
  "results.html",
  "programs.html",
];
const widths = [360, 1280];

/** Lists elements wider than the page, outermost first. Boxes with their own scroll bar are exempt. */
function overflow() {
  const page = document.scrollingElement;
  if (page.scrollWidth <= innerWidth) return [];
  const wide = [...document.querySelectorAll("main *")].filter(
    (element) => element.getBoundingClientRect().right > innerWidth + 1 && !element.closest(".scroll"),
  );
  const names = wide.slice(0, 3).map((element) => `${element.tagName} ${element.className?.baseVal ?? element.className}`);
  return [`${page.scrollWidth} px wide: ${names.join(", ")}`];
}

/** Checks one page at one width. */
async function look(browser, name, width) {
  const faults = [];
  const page = await browser.newPage();
  page.on("console", (message) => message.type() === "error" && faults.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("request", (request) => /^(file|data):/.test(request.url()) || faults.push(`requests ${request.url()}`));
  page.on("requestfailed", (request) => faults.push(`failed to load: ${request.url()}`));
  await page.setViewport({ width, height: 900 });
  await page.goto(pathToFileURL(path.resolve(report, name)).href);
  faults.push(...(await page.evaluate(overflow)).map((fault) => `overflow: ${fault}`));
  const boards = await page.$$eval("svg.board", (all) => all.length);
  if (shots) {
    mkdirSync(shots, { recursive: true });
    const file = `${name.replaceAll("/", "-").replace(".html", "")}-${width}.png`;
    await page.screenshot({ path: path.join(shots, file), clip: { x: 0, y: 0, width, height: 2600 } });
  }
  await page.evaluate(axe);
  const { violations, passes } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"], preload: false }));
  const minor = [];
  for (const { id, impact, help, nodes } of violations) {
    const text = `${id} (${impact}): ${help}, ${nodes.length} times, first at ${nodes[0].target}`;
    (["serious", "critical"].includes(impact) ? faults : minor).push(text);
  }
  await page.close();
  const verdict = faults.length === 0 ? "ok" : "FAILED";
  console.log(`${verdict} ${name} at ${width} px: ${boards} boards, ${passes.length} axe checks pass`);
  minor.forEach((text) => console.log(`  minor: ${text}`));
  faults.forEach((text) => console.log(`  ${text}`));
  return faults.length;
}

const browser = await puppeteer.launch({ executablePath: chromium, args: ["--no-sandbox"], protocolTimeout: 300000 });
console.log(`${await browser.version()}, ${pages.length} pages at ${widths.join(" and ")} px`);
let faults = 0;
for (const name of pages) {
  for (const width of widths) faults += await look(browser, name, width);
}
await browser.close();
console.log(faults === 0 ? "no faults on any page" : `${faults} faults`);
process.exit(faults === 0 ? 0 : 1);
