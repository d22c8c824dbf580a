/** The part of the Hurl format (https://hurl.dev) that the pages in `docs/coverage/` use: requests with headers,
 * `[Query]`, `[Form]`, `[Options]` and a body; then `HTTP status`, `[Captures]` and `[Asserts]`. `--export` writes
 * the same blocks as files for Hurl. */
export type Entry = {
  method: string;
  url: string;
  headers: ReadonlyArray<readonly [name: string, value: string]>;
  query: ReadonlyArray<readonly [name: string, value: string]>;
  form: ReadonlyArray<readonly [name: string, value: string]> | null;
  body: string | null;
  options: Readonly<Record<string, string>>;
  /** Null for `HTTP *`: any status. */
  status: number | null;
  /** Exact response headers. */
  wanted: ReadonlyArray<readonly [name: string, value: string]>;
  captures: ReadonlyArray<{ name: string; query: string }>;
  asserts: ReadonlyArray<{ text: string; line: number }>;
  line: number;
};

type Draft = {
  -readonly [K in keyof Entry]: Entry[K] extends ReadonlyArray<infer T> ? T[] : Entry[K];
};
type Section = "headers" | "Query" | "Form" | "Options" | "wanted" | "Captures" | "Asserts";

const REQUEST = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) (\S+)$/;
const PAIR = /^([^:]+):(?: (.*))?$/;

/** Parses a block. Throws with file and line for invalid syntax. */
export function parseHurl(lines: readonly string[], file: string, firstLine: number): Entry[] {
  const entries: Draft[] = [];
  let section: Section = "headers";
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const where = firstLine + at;
    const entry = entries.at(-1);
    const [, method, url] = REQUEST.exec(line) ?? [];
    if (line.trim() === "" || line.startsWith("#")) continue;
    if (method && url) {
      entries.push(newEntry(method, url, where));
      section = "headers";
    } else if (!entry) {
      throw new Error(`${file}:${where}: a request is expected`);
    } else if (/^HTTP (?:\d{3}|\*)$/.test(line)) {
      const status = line.slice("HTTP ".length);
      entry.status = status === "*" ? null : Number(status);
      section = "wanted";
    } else if (/^\[(Query|Form|Options|Captures|Asserts)\]$/.test(line)) {
      section = line.slice(1, -1) as Section;
      if (section === "Form") entry.form = [];
    } else if (entry.status === 0 && (line.startsWith("{") || line.startsWith("`"))) {
      const end = endOfBody(lines, at);
      if (end < 0) throw new Error(`${file}:${where}: the body has no end`);
      const text = lines.slice(at, end + 1).join("\n");
      entry.body = line.startsWith("`") ? text.slice(1, -1) : text;
      at = end;
    } else {
      addLine(entry, section, line, `${file}:${where}`, where);
    }
  }
  const open = entries.find(({ status }) => status === 0);
  if (open) throw new Error(`${file}:${open.line}: the request has no status`);
  return entries;
}

function newEntry(method: string, url: string, line: number): Draft {
  const lists = { headers: [], query: [], wanted: [], captures: [], asserts: [] };
  return { ...lists, method, url, form: null, body: null, options: {}, status: 0, line };
}

/** A body ends with its closing brace on its own line in the first column, or with the backtick that opened it. */
function endOfBody(lines: readonly string[], at: number): number {
  const first = lines[at]!;
  const closing = first.startsWith("`") ? "`" : "}";
  if (first.length > 1 && first.endsWith(closing)) return at;
  return lines.findIndex(
    (line, i) => i > at && (closing === "`" ? line.endsWith("`") : line === "}"),
  );
}

function addLine(entry: Draft, section: Section, line: string, where: string, at: number): void {
  if (section === "Asserts") {
    entry.asserts.push({ text: line, line: at });
    return;
  }
  const [, name, value = ""] = PAIR.exec(line) ?? [];
  if (name === undefined) throw new Error(`${where}: "name: value" is expected`);
  if (section === "headers") entry.headers.push([name, value]);
  else if (section === "Query") entry.query.push([name, value]);
  else if (section === "Form") entry.form = [...(entry.form ?? []), [name, value]];
  else if (section === "Options") entry.options = { ...entry.options, [name]: value };
  else if (section === "wanted") entry.wanted.push([name, value]);
  else entry.captures.push({ name, query: value });
}
