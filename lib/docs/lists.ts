import { readFileSync } from "node:fs";
import { changelogFeed, type VersionList } from "./feed.ts";
import { markdownOf } from "./markdown.ts";
import { ORIGIN } from "./origin.ts";
import type { Page } from "./pages.ts";
import { entriesOf } from "./sections.ts";

const CONTRACT = new URL("../api/openapi.json", import.meta.url);
const ROBOTS = `User-agent: *\nAllow: /docs\nAllow: /_next/static\nAllow: /llms\nDisallow: /\nSitemap: ${ORIGIN}/sitemap.xml\n`;

/** The files that are made from all pages, by path. Those without a parameter need no page. */
export const LISTS: Readonly<Record<string, (pages: readonly Page[]) => string>> = {
  "docs/search.json": searchIndex,
  "llms.txt": llmsList,
  "llms-full.txt": (pages) => pages.map(({ main }) => markdownOf(main)).join("\n---\n\n"),
  "sitemap.xml": sitemap,
  "robots.txt": () => ROBOTS,
  "docs/changelog.atom": () => {
    const contract = JSON.parse(readFileSync(CONTRACT, "utf8")) as { "x-versions": VersionList };
    return changelogFeed(contract["x-versions"]);
  },
};

function searchIndex(pages: readonly Page[]): string {
  return JSON.stringify(
    pages.flatMap(({ path, title, main }) => entriesOf(main, { href: path, title })),
  );
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
