import assert from "node:assert/strict";
import { test } from "node:test";
import { leastWidths } from "./column-widths.ts";
import type { Column } from "./columns.ts";

const column = (id: string, more: Partial<Column<never>> = {}): Column<never> => ({
  id,
  header: id,
  cell: () => null,
  ...more,
});

const USUAL = [
  column("amount", { width: "w-28 lg:w-34" }),
  column("customer"),
  column("id", { width: "w-40", from: "xl" }),
];

test("a table of its usual columns always fits", () => {
  assert.equal(leastWidths(USUAL, {}), null);
});

test("a table with another column is as wide as those that its breakpoint shows", () => {
  const net = column("net", { width: "w-30", optional: true });
  const narrow = { "--least-all": "416px", "--least-lg": "416px" };
  const wide = { "--least-xl": "576px", "--least-2xl": "576px", "--least-3xl": "576px" };
  assert.deepEqual(leastWidths([...USUAL, net], {}), { ...narrow, ...wide });
});

test("a column that a person made wider counts with its width", () => {
  assert.equal(leastWidths(USUAL, { customer: 300 })?.["--least-xl"], "596px");
});
