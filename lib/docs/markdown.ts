import { type Element, type Node, readable, textOf } from "./html.ts";

const HEADING = /^h([1-6])$/;
const INLINE = new Set(["a", "abbr", "br", "code", "em", "span", "strong", "time", "kbd", "small"]);
const ITEM_INDENT = "  ";

/** The Markdown of a page's `main` element. */
export function markdownOf(main: Element): string {
  return `${blocks(readable(main)).join("\n\n")}\n`;
}

const isInline = (node: Node) => typeof node === "string" || INLINE.has(node.tag);

/** The blocks of a list of nodes; neighbouring inline nodes are one paragraph. */
function blocks(nodes: readonly Node[]): string[] {
  const found: string[] = [];
  let line = "";
  const endLine = () => {
    const text = line.replace(/\s+/g, " ").trim();
    if (text) found.push(text);
    line = "";
  };
  for (const node of nodes) {
    if (typeof node === "string" || isInline(node)) {
      const isApart = typeof node !== "string" && /[\w`)\]]$/.test(line);
      line += isApart ? ` ${inline(node)}` : inline(node);
    } else {
      endLine();
      found.push(...block(node));
    }
  }
  endLine();
  return found;
}

function block(element: Element): string[] {
  const { tag, attributes } = element;
  const level = HEADING.exec(tag)?.[1];
  if (level) return [`${"#".repeat(Number(level))} ${lineOf(element)}`];
  // Older versions of a body are in the page only.
  if ("data-older" in attributes) return [];
  if (tag === "pre") return [fenced(textOf(element), "")];
  if (tag === "figure") return figure(element);
  if (tag === "table") return [table(element)];
  if (tag === "ul" || tag === "ol") return [list(element)];
  if (tag === "dl") return [definitions(element)];
  if (tag === "summary") return [`**${lineOf(element)}**`];
  return blocks(readable(element));
}

const lineOf = (element: Element) => joined(readable(element)).replace(/\s+/g, " ").trim();

/** Inline nodes one after the other. The page separates neighbouring elements by space. */
function joined(nodes: readonly Node[]): string {
  return nodes
    .map((node, at) => (isNeighbour(nodes, at) ? ` ${inline(node)}` : inline(node)))
    .join("");
}

const isNeighbour = (nodes: readonly Node[], at: number) =>
  at > 0 && typeof nodes[at] !== "string" && typeof nodes[at - 1] !== "string";

function inline(node: Node): string {
  if (typeof node === "string") return node;
  const text = joined(readable(node));
  const { tag, attributes } = node;
  if (tag === "br") return "\n";
  if (tag === "code" || tag === "kbd") return `\`${text}\``;
  if (tag === "strong") return `**${text}**`;
  if (tag === "a" && attributes.href) return `[${text}](${attributes.href})`;
  const isName = /\bfont-mono\b/.test(attributes.class ?? "") && !text.includes("`");
  const isBare = isName && !text.includes("](") && text.trim() !== "";
  const said = isBare ? `\`${text}\`` : text;
  // Parts of a line that the page separates by space.
  return tag === "span" ? ` ${said} ` : said;
}

function fenced(code: string, language: string): string {
  return `\`\`\`${language}\n${code.replace(/\n+$/, "")}\n\`\`\``;
}

/** A code block with its title: each language once. */
function figure(element: Element): string[] {
  const [caption, ...rest] = readable(element);
  const title = caption && typeof caption !== "string" ? lineOf(caption) : "";
  const samples = rest.filter((node) => typeof node !== "string");
  const codes = samples.map((sample) => {
    const language = sample.attributes["data-sample"]?.toLowerCase() ?? "json";
    // A sample that is a file has its name.
    return fenced(textOf(sample), language === "curl" ? "sh" : language.replace(/^.+\./, ""));
  });
  return title ? [`**${title}**`, ...codes] : codes;
}

function rowOf(element: Element): string[] {
  return element.children
    .filter((cell) => typeof cell !== "string")
    .map((cell) => lineOf(cell).replaceAll("|", "\\|"));
}

function table(element: Element): string {
  const rows: string[][] = [];
  const visit = (one: Element) => {
    if (one.tag === "tr") rows.push(rowOf(one));
    else for (const child of one.children) if (typeof child !== "string") visit(child);
  };
  visit(element);
  const [head = [], ...body] = rows;
  return [head, head.map(() => "---"), ...body].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

function list(element: Element): string {
  const items = element.children.filter((item) => typeof item !== "string");
  return items
    .map((item, index) => {
      const mark = element.tag === "ol" ? `${index + 1}. ` : "- ";
      const text = blocks(readable(item)).join("\n");
      return mark + text.replaceAll("\n", `\n${ITEM_INDENT}`);
    })
    .join("\n");
}

/** Adds a block to a line: a title without a full stop gets one. */
const sentences = (line: string, next: string) =>
  line === "" ? next : `${line}${/[.:!?]$/.test(line) ? "" : "."} ${next}`;

/** The text of an element without marks. The page separates neighbouring elements by space. */
function words(node: Node): string {
  if (typeof node === "string") return node;
  const nodes = readable(node);
  return nodes.map((one, at) => (isNeighbour(nodes, at) ? " " : "") + words(one)).join("");
}

/** `- name: what it is`, for each pair. */
function definitions(element: Element): string {
  const pairs = element.children.filter((pair) => typeof pair !== "string");
  return pairs
    .map((pair) => {
      const [term, ...rest] = pair.children.filter((one) => typeof one !== "string");
      if (!term) return "";
      const what = rest.flatMap((one) => blocks(readable(one))).reduce(sentences, "");
      return `- **${words(term).replace(/\s+/g, " ").trim()}**: ${what}`;
    })
    .filter(Boolean)
    .join("\n");
}
