import { MINUTE_MS } from "#lib/kernel/clock.ts";
import { LISTS } from "./lists.ts";
import { markdownOf } from "./markdown.ts";
import { isInternal, type Page, pageOf } from "./pages.ts";

/** Pages change while a person works on them, but the search asks for its index at every opening. */
const FRESH_MS = 5 * MINUTE_MS;
const LINK = /href="(\/docs(?:\/[\w-]+)*)(?:#[^"]*)?"/g;
const MARKDOWN = /^(\/docs(?:\/.+)?)\.md$/;

/** Makes from the rendered pages, on request, the files that a build writes: Markdown, lists and the feed. */
export interface DocsSources {
  has(path: string): boolean;
  /** Null if there is no such page. */
  read(path: string): Promise<string | null>;
}

/** Reads the pages from the process that renders them. A list of all pages follows their links: the first takes the time
 *  to compile them. */
export function readSources(screensUrl: string): DocsSources {
  let all: { pages: Promise<Page[]>; until: number } | null = null;
  const allPages = () => {
    if (all && performance.now() < all.until) return all.pages;
    const pages = crawl(screensUrl);
    const made = { pages, until: Number.POSITIVE_INFINITY };
    all = made;
    pages.then(
      () => {
        made.until = performance.now() + FRESH_MS;
      },
      () => {
        all = null;
      },
    );
    return pages;
  };
  return {
    has: (path) => Object.hasOwn(LISTS, path.slice(1)) || MARKDOWN.test(path),
    async read(path) {
      const list = LISTS[path.slice(1)];
      // Without a parameter it needs no page.
      if (list) return list(list.length === 0 ? [] : await allPages());
      const page = await readPage(screensUrl, MARKDOWN.exec(path)?.[1] ?? "");
      return page && markdownOf(page.main);
    },
  };
}

async function readPage(screensUrl: string, path: string): Promise<Page | null> {
  if (isInternal(path)) return null;
  const response = await fetch(`${screensUrl}${path}`);
  return response.ok ? pageOf(path, await response.text()) : null;
}

/** All pages that links lead to, in the order of their paths. */
async function crawl(screensUrl: string): Promise<Page[]> {
  const found = new Map<string, Page>();
  const seen = new Set(["/docs"]);
  for (const path of seen) {
    const page = await readPage(screensUrl, path);
    if (!page) continue;
    found.set(path, page);
    for (const [, target = ""] of page.html.matchAll(LINK)) seen.add(target);
  }
  return [...found.values()].sort((a, b) => (`${a.path}.` < `${b.path}.` ? -1 : 1));
}
