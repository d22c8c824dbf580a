/** The tree of a page that React rendered. Reads React's output only: quoted attributes, every element closed. */
export type Element = {
  tag: string;
  attributes: Readonly<Record<string, string>>;
  children: Node[];
};
export type Node = Element | string;

const VOID = new Set(["area", "base", "br", "col", "hr", "img", "input", "link", "meta", "wbr"]);
const TOKEN =
  /<!--[\s\S]*?-->|<!DOCTYPE[^>]*>|<(script|style)\b[^>]*>[\s\S]*?<\/\1>|<\/?[^>]+>|[^<]+/gi;
const ATTRIBUTE = /([\w:-]+)(?:="([^"]*)")?/g;
const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** The characters of text with entities. */
export function decode(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal) return String.fromCodePoint(Number(decimal));
    return NAMED[name] ?? whole;
  });
}

/** Parses a page into a root element. Scripts, styles and comments are left out. */
export function parse(html: string): Element {
  const root: Element = { tag: "root", attributes: {}, children: [] };
  const open: Element[] = [root];
  for (const [token] of html.matchAll(TOKEN)) {
    const parent = open.at(-1) ?? root;
    if (!token.startsWith("<")) parent.children.push(decode(token));
    else if (/^<(?:!|script|style)/i.test(token)) continue;
    else if (token.startsWith("</")) open.pop();
    else {
      const element = elementOf(token);
      parent.children.push(element);
      if (!VOID.has(element.tag) && !token.endsWith("/>")) open.push(element);
    }
  }
  return root;
}

function elementOf(token: string): Element {
  const [, tag = "", rest = ""] = /^<([\w-]+)([\s\S]*?)\/?>$/.exec(token) ?? [];
  const attributes: Record<string, string> = {};
  for (const [, name = "", value = ""] of rest.matchAll(ATTRIBUTE)) {
    attributes[name.toLowerCase()] = decode(value);
  }
  return { tag: tag.toLowerCase(), attributes, children: [] };
}

/** The first element within `node` that fits. */
export function findElement(node: Element, fits: (one: Element) => boolean): Element | null {
  for (const child of node.children) {
    if (typeof child === "string") continue;
    if (fits(child)) return child;
    const found = findElement(child, fits);
    if (found) return found;
  }
  return null;
}

/** Elements for the pointer and for decoration, which have no text to read. */
const isSilent = ({ tag, attributes }: Element) =>
  ["svg", "button", "nav", "template"].includes(tag) || attributes["aria-hidden"] === "true";

/** The children to read. */
export const readable = ({ children }: Element): Node[] =>
  children.filter((child) => typeof child === "string" || !isSilent(child));

/** All text within a node, without decoration. */
export function textOf(node: Node): string {
  return typeof node === "string" ? node : readable(node).map(textOf).join("");
}
