// An operator searches the log for the messages that the documents quote: each must be in the program.

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";

const flat = (text: string) => text.replace(/\s+/g, " ");

/** Messages of PostgreSQL, and statements. */
const FOREIGN = /^PANIC|^select /;

/** Texts in code that a sentence about the log introduces: "the log says `…`", "logs `…`", "log: `…`". */
function quotedIn(text: string): string[] {
  const prose = flat(text.replace(/^ *```[\s\S]*?^ *```/gm, ""));
  const pieces = prose.split("`");
  return pieces.filter(
    (piece, i) =>
      i % 2 === 1 &&
      piece.includes(" ") &&
      /\b(logs?|logged|log says|says|said)[ :(]{1,3}$/i.test(pieces[i - 1] ?? ""),
  );
}

const DOCUMENTS = globSync(["docs/*.md", "docs/runbooks/*.md", "README.md"]);
const CODE = globSync(["{lib,db,packages,tools}/**/*.{ts,sql}", "*.{ts,mjs}"]).filter(
  (path) => !path.endsWith(".test.ts"),
);

test("every log message that the documents quote is one that the program writes", () => {
  const code = CODE.map((path) => flat(readFileSync(path, "utf8"))).join("\n");
  const quotes = DOCUMENTS.flatMap((path) => quotedIn(readFileSync(path, "utf8")));
  const ours = quotes.filter((quote) => !FOREIGN.test(quote));
  assert.ok(ours.length >= 15, `${ours.length} quotes are found`);
  // A number, a name or an ellipsis stands for what differs.
  const parts = (quote: string) => quote.split(/…|\d+/).map((part) => part.trim());
  const unknown = ours.filter((quote) => parts(quote).some((part) => !code.includes(part)));
  assert.deepEqual(unknown, []);
});
