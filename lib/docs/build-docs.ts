import { createHash } from "node:crypto";
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bundle } from "#lib/hosted/fields/bundle.ts";
import { changelogFeed, type VersionList } from "./feed.ts";
import { type Element, findElement, parse, textOf } from "./html.ts";
import { markdownOf } from "./markdown.ts";
import { ORIGIN } from "./origin.ts";
import { plainPage } from "./page.ts";
import { entriesOf } from "./sections.ts";

/** Scripts of the pages by name: the first is part of every page, the others are loaded when they are needed. */
export const SCRIPTS = ["docs", "search", "calls"] as const;
const LONGEST_DESCRIPTION = 160;
/** Shown to people who work on screens, not to integrators. */
const INTERNAL = /^docs\/design/;

export const scriptOf = (name: (typeof SCRIPTS)[number]) => bundle(`#lib/docs/browser/${name}.ts`);

type Page = { path: string; title: string; description: string; html: string; main: Element };

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
  const markdown = new Map(pages.map((page) => [page.path, markdownOf(page.main)]));
  const index = JSON.stringify(
    pages.flatMap(({ path, title, main }) => entriesOf(main, { href: path, title })),
  );
  const release = hash([...scripts.map(({ text }) => text), index].join("\0"));
  for (const { name, text } of scripts) write(`docs/${name}.js`, text);
  write("docs/search.json", index);
  for (const { path, description, html } of pages) {
    write(`${path}.html`, plainPage(html, { path, description, release, fonts }));
    write(`${path}.md`, markdown.get(path) ?? "");
  }
  write("llms.txt", llmsList(pages));
  write("llms-full.txt", pages.map(({ path }) => markdown.get(path)).join("\n---\n\n"));
  write("sitemap.xml", sitemap(pages));
  write(
    "robots.txt",
    `User-agent: *\nAllow: /docs\nAllow: /_next/static\nAllow: /llms\nDisallow: /\nSitemap: ${ORIGIN}/sitemap.xml\n`,
  );
  const contract = JSON.parse(readFileSync(CONTRACT, "utf8")) as { "x-versions": VersionList };
  write("docs/changelog.atom", changelogFeed(contract["x-versions"]));
}

/** The fonts of English text, which the pages load before their style sheet asks for them: text that is painted in another
 *  font first would move when they arrive. */
function fontsOf(built: string): string[] {
  const found = globSync("static/media/geist{,-mono}-latin-wght-normal.*.woff2", { cwd: built });
  if (found.length !== 2) throw new Error(`expected two fonts of the pages, found ${found}`);
  return found.sort().map((path) => `/_next/${path.replaceAll("\\", "/")}`);
}

const CONTRACT = new URL("../api/openapi.json", import.meta.url);
const HASH_LENGTH = 12;

const hash = (text: string) =>
  createHash("sha256").update(text).digest("hex").slice(0, HASH_LENGTH);

function pagesOf(rendered: string): Page[] {
  return globSync("{docs.html,docs/**/*.html}", { cwd: rendered })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !INTERNAL.test(file))
    .sort()
    .map((file) =>
      pageOf(`/${file.slice(0, -".html".length)}`, readFileSync(join(rendered, file), "utf8")),
    );
}

function pageOf(path: string, html: string): Page {
  const main = findElement(parse(html), ({ tag }) => tag === "main");
  const heading = main && findElement(main, ({ tag }) => tag === "h1");
  if (!main || !heading) throw new Error(`${path} has no main element with a heading`);
  const first = findElement(main, ({ tag }) => tag === "p");
  return {
    path,
    title: textOf(heading).trim(),
    description: shortened(first ? textOf(first).replace(/\s+/g, " ").trim() : ""),
    html,
    main,
  };
}

function shortened(text: string): string {
  if (text.length <= LONGEST_DESCRIPTION) return text;
  const cut = text.slice(0, LONGEST_DESCRIPTION);
  return `${cut.slice(0, cut.lastIndexOf(" "))} …`;
}

/** The index for language models, as https://llmstxt.org describes it. */
function llmsList(pages: readonly Page[]): string {
  const isReference = ({ path }: Page) => path.startsWith("/docs/api");
  const lines = (some: readonly Page[]) =>
    some.map(({ path, title, description }) => `- [${title}](${ORIGIN}${path}.md): ${description}`);
  return [
    "# Paydesk",
    "",
    "> A payment service: REST API `/v1`, signed webhooks, and a sandbox in which test cards decide the outcome.",
    "",
    "## Guides",
    "",
    ...lines(pages.filter((page) => !isReference(page))),
    "",
    "## API reference",
    "",
    ...lines(pages.filter(isReference)),
    `- [OpenAPI document](${ORIGIN}/v1/openapi.json): the contract of the API.`,
    "",
    "## Optional",
    "",
    `- [Everything in one file](${ORIGIN}/llms-full.txt)`,
    `- [Changes of the API](${ORIGIN}/docs/changelog.atom): an Atom feed.`,
    "",
  ].join("\n");
}

function sitemap(pages: readonly Page[]): string {
  const urls = pages.map(({ path }) => `<url><loc>${ORIGIN}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`;
}
