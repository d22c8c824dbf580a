import type { DocsEntry } from "#components/docs/match-docs.ts";
import { type Element, findElement, type Node, readable, textOf } from "./html.ts";

const LONGEST_TEXT = 1_200;
const HEADINGS = new Set(["h1", "h2", "h3"]);
const BLOCKS = new Set(["p", "li", "dd", "dt", "div", "section", "tr", "pre", "td", "th"]);

/** Search entries of a page: the page, its sections, and each row of its tables and parameters. */
export function entriesOf(main: Element, page: { href: string; title: string }): DocsEntry[] {
  const entries: DocsEntry[] = [];
  const first: DocsEntry = { href: page.href, title: page.title, page: page.title, text: "" };
  let section = first;
  entries.push(first);
  const say = (text: string) => {
    section.text += text;
  };
  const add = (title: string, text: string, id: string | undefined) => {
    const href = id ? `${page.href}#${id}` : section.href;
    entries.push({ href, title, page: placeOf(section), text });
  };
  const visit = (node: Node): void => {
    if (typeof node === "string") {
      say(node);
      return;
    }
    const { tag, attributes } = node;
    if (HEADINGS.has(tag)) {
      if (tag === "h1" || !attributes.id) return;
      section = {
        href: `${page.href}#${attributes.id}`,
        title: clean(node),
        page: page.title,
        text: "",
      };
      entries.push(section);
      return;
    }
    // Bodies and code are long, and not what people search for by name. The fields of an object are found once.
    if (tag === "details" && !("data-fields" in attributes)) return;
    if (tag === "figure" || "data-unsearched" in attributes) return;
    if (tag === "dl") {
      for (const { id, term, what } of pairsOf(node)) add(term, what, id);
      return;
    }
    if (tag === "li" && "data-field" in attributes) {
      const name = attributes["data-field"] ?? "";
      add(name, clean(node).slice(name.length).trim(), undefined);
      return;
    }
    for (const child of readable(node)) visit(child);
    if (BLOCKS.has(tag) || tag === "span") say(" ");
  };
  for (const child of readable(main)) visit(child);
  return entries.map((entry) => ({ ...entry, text: tidy(entry.text).slice(0, LONGEST_TEXT) }));
}

const tidy = (text: string) => text.replace(/\s+/g, " ").trim();

/** The page and section of a row. */
const placeOf = ({ page, title }: DocsEntry) => (page === title ? page : `${page} › ${title}`);

const clean = (node: Element) => tidy(spacedText(node));

function spacedText(node: Node): string {
  if (typeof node === "string") return node;
  if (node.tag === "details") return "";
  const inner = readable(node).map(spacedText).join("");
  return BLOCKS.has(node.tag) || node.tag === "span" ? `${inner} ` : inner;
}

function pairsOf(list: Element) {
  return list.children
    .filter((pair) => typeof pair !== "string")
    .flatMap((pair) => {
      const [term, ...rest] = pair.children.filter((one) => typeof one !== "string");
      if (!term) return [];
      const name = findElement(term, ({ tag }) => tag === "p");
      const what = rest.map(clean).join(" ").slice(0, LONGEST_TEXT);
      return [{ id: pair.attributes.id, term: textOf(name ?? term).trim(), what }];
    });
}
