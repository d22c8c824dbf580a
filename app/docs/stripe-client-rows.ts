import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Row } from "./guide-parts.tsx";

/** How calls of the `stripe` package behave with this API. A test makes each call of the document (`test/package`). */

const text = readFileSync(join(process.cwd(), "docs", "migrating-from-stripe.md"), "utf8");

/** The rows of the table under a heading. Throws if it has none, which fails the build of the pages. */
function rowsUnder(heading: string): string[][] {
  const [, section = ""] = text.split(`## ${heading}\n`);
  const lines = section.split("\n## ")[0]!.split("\n");
  const rows = lines.filter((line) => /^\| `/.test(line)).map((line) => line.split(" | "));
  if (rows.length === 0) throw new Error(`docs/migrating-from-stripe.md has no table "${heading}"`);
  return rows.map((cells) => cells.map((cell) => cell.replace(/^\| | \|$/g, "").trim()));
}

const plain = (code: string) => code.replaceAll("`", "");

const toRow = ([call = "", answer = "", difference]: string[]): Row => [
  plain(call),
  difference ? `${answer}: ${difference}` : answer,
];

export const CLIENT_CALLS = {
  unchanged: rowsUnder("Calls that work unchanged").map(toRow),
  other: rowsUnder("Calls that work with other fields").map(toRow),
  none: rowsUnder("Calls that do not work").map(toRow),
};

const [, client = ""] = /```js\n([\s\S]*?)\n```/.exec(text) ?? [];
export const STRIPE_CLIENT = client;
