import assert from "node:assert/strict";
import { test } from "node:test";
import { csvLine, FORMULA_SIGNS } from "./csv.ts";

test("no text cell begins with a character that starts a formula", () => {
  assert.deepEqual(
    FORMULA_SIGNS.map((sign) => sign.codePointAt(0)).toSorted((a, b) => a! - b!),
    [9, 10, 13, 43, 45, 61, 64, 0xff0b, 0xff0d, 0xff1d, 0xff20],
  );
  for (const sign of FORMULA_SIGNS) {
    assert.match(csvLine([`${sign}1+1`]), /^"?'/, JSON.stringify(sign));
    assert.ok(
      csvLine([`a${sign}1`])
        .replace(/^"/, "")
        .startsWith("a"),
    );
  }
});

test("numbers stay numbers, null is an empty cell, and text keeps its quotes, commas and line breaks", () => {
  assert.equal(csvLine([-1, -2n, null, "", 'a "b", c', "d\ne"]), '-1,-2,,,"a ""b"", c","d\ne"\r\n');
  assert.equal(csvLine([{ figure: "-12.50" }, "-12.50"]), "-12.50,'-12.50\r\n");
});

/** The cells of a file as a spreadsheet reads them that splits at semicolons: a quote begins a quoted cell only where a cell
 *  begins. */
function splitAtSemicolons(text: string): string[] {
  const cells = [...text.matchAll(/(?:^|[;\r\n])(?:"((?:[^"]|"")*)"([^;\r\n]*)|([^;\r\n]*))/g)];
  return cells.map(([, quoted, rest, plain]) => plain ?? `${quoted}${rest}`);
}

test("no text begins a formula where a spreadsheet splits the file at semicolons", () => {
  const texts = [
    "x;=1+1",
    "x; =1",
    'x;"=1"',
    "a, b;@SUM(A1)",
    "x\n=1",
    "x\r\n+1",
    ";=1",
    "x;＝1",
    ";;-1",
  ];
  for (const text of texts) {
    for (const line of [csvLine([text, "z"]), csvLine(["id", text])]) {
      const cells = splitAtSemicolons(line);
      const formulas = cells.filter((cell) => FORMULA_SIGNS.includes(cell.trim().charAt(0)));
      assert.deepEqual(formulas, [], JSON.stringify(line));
    }
  }
  assert.equal(csvLine(["x\r\n+1"]), '"x\r\n\'+1"\r\n');
  assert.equal(csvLine(["Cup; saucer - blue", "a;b=c"]), "Cup; saucer - blue,a;b=c\r\n");
});
