import { SaxesParser } from "saxes";
import { invalid } from "./errors.ts";
import { excerpt } from "./log.ts";

const MAX_DEPTH = 32;
const MAX_TEXT = 4_000;
const MAX_ATTRIBUTES = 50;

export type XmlElement = {
  /** Names below the root: `["GrpHdr", "NbOfTxs"]`. */
  path: readonly string[];
  attributes: Readonly<Record<string, string>>;
  text: string;
  /** The line of the document on which it begins, from 1. */
  line: number;
};

export type XmlHandler = {
  /** The root, with its namespace. */
  root(name: string, namespace: string): void;
  open(path: readonly string[]): void;
  close(element: XmlElement): void;
};

/**
 * Passes the elements of an XML document to `handler` one by one. Reads nothing outside the document and expands only the
 * five predefined entities; a document type is refused. Throws `parameter_invalid` (`file`) for malformed XML, and what
 * the handler throws.
 */
export function parseXml(text: string, handler: XmlHandler): void {
  const parser = new SaxesParser({ xmlns: true });
  const names: string[] = [];
  const texts: string[] = [];
  const lines: number[] = [];
  const attributes: Record<string, string>[] = [];
  parser.on("error", (error) => {
    throw invalid("file", `The XML cannot be read: ${excerpt(error.message, 200)}`);
  });
  parser.on("doctype", () => {
    throw invalid("file", "The XML contains a document type (DOCTYPE), which is not accepted.");
  });
  let attributesOfTag = 0;
  parser.on("opentagstart", () => {
    attributesOfTag = 0;
  });
  parser.on("attribute", () => {
    if (++attributesOfTag <= MAX_ATTRIBUTES) return;
    throw invalid("file", `An element of the XML can have at most ${MAX_ATTRIBUTES} attributes.`);
  });
  parser.on("opentag", ({ local, uri, attributes: given }) => {
    if (names.length >= MAX_DEPTH) throw invalid("file", "The XML is nested too deeply.");
    if (names.length === 0) handler.root(local, uri);
    names.push(local);
    texts.push("");
    lines.push(parser.line);
    attributes.push(Object.fromEntries(Object.values(given).map((one) => [one.local, one.value])));
    handler.open(names.slice(1));
  });
  const add = (more: string) => {
    const last = texts.length - 1;
    if (last < 0) return;
    texts[last] = ((texts[last] ?? "") + more).slice(0, MAX_TEXT);
  };
  parser.on("text", add);
  parser.on("cdata", add);
  parser.on("closetag", () => {
    handler.close({
      path: names.slice(1),
      attributes: attributes.pop() ?? {},
      text: (texts.pop() ?? "").trim(),
      line: lines.pop() ?? 0,
    });
    names.pop();
  });
  parser.write(text).close();
}
