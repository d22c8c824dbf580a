import { createHash } from "node:crypto";
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bundle } from "#lib/hosted/fields/bundle.ts";
import { LISTS } from "./lists.ts";
import { markdownOf } from "./markdown.ts";
import { plainPage } from "./page.ts";
import { isInternal, type Page, pageOf } from "./pages.ts";

/** Scripts of the pages by name: the first is part of every page, the others are loaded when they are needed. */
export const SCRIPTS = ["docs", "search", "calls"] as const;
const HASH_LENGTH = 12;

export const scriptOf = (name: (typeof SCRIPTS)[number]) => bundle(`#lib/docs/browser/${name}.ts`);

/** Writes the documentation as files: each page that Next rendered without Next's scripts, and made from the same pages
 *  its Markdown, the index of the search, `llms.txt`, the sitemap and the feed of changes. `built` is Next's folder. */
export function buildDocs(built: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  const write = (path: string, text: string) => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const scripts = SCRIPTS.map((name) => ({ name, text: scriptOf(name) }));
  const pages = pagesOf(join(built, "server", "app"));
  const fonts = fontsOf(built);
  const lists = Object.entries(LISTS).map(([path, make]) => ({ path, text: make(pages) }));
  const hashed = lists.filter(({ path }) => path.endsWith(".json"));
  const release = hash([...scripts, ...hashed].map(({ text }) => text).join("\0"));
  for (const { name, text } of scripts) write(`docs/${name}.js`, text);
  for (const { path, text } of lists) write(path, text);
  for (const { path, description, html, main } of pages) {
    write(`${path}.html`, plainPage(html, { path, description, release, fonts }));
    write(`${path}.md`, markdownOf(main));
  }
}

/** The fonts of English text, which the pages load before their style sheet asks for them: text that is painted in another
 *  font first would move when they arrive. */
function fontsOf(built: string): string[] {
  const found = globSync("static/media/geist{,-mono}-latin-wght-normal.*.woff2", { cwd: built });
  if (found.length !== 2) throw new Error(`expected two fonts of the pages, found ${found}`);
  return found.sort().map((path) => `/_next/${path.replaceAll("\\", "/")}`);
}

const hash = (text: string) =>
  createHash("sha256").update(text).digest("hex").slice(0, HASH_LENGTH);

function pagesOf(rendered: string): Page[] {
  return globSync("{docs.html,docs/**/*.html}", { cwd: rendered })
    .map((file) => file.replaceAll("\\", "/"))
    .sort()
    .map((file) => ({ file, path: `/${file.slice(0, -".html".length)}` }))
    .filter(({ path }) => !isInternal(path))
    .map(({ file, path }) => pageOf(path, readFileSync(join(rendered, file), "utf8")));
}
