import assert from "node:assert/strict";
import { test } from "node:test";
import { type DocsEntry, excerptOf, indexOf, searchDocs } from "./match-docs.ts";

const entry = (title: string, page: string, text = "", href = `/docs/${page}`): DocsEntry => ({
  href,
  title,
  page,
  text,
});
const INDEX = indexOf([
  entry("Refunds", "Refunds", "A refund returns money of a captured payment.", "/docs/refunds"),
  entry("Refund a payment", "Refunds", "", "/a#create"),
  entry("amount", "Refunds › Refund a payment", "Minor units", "/a#create"),
  entry("4000 0000 0000 9995", "Test data", "Declined: insufficient_funds.", "/b#a"),
  entry("4000 0000 0000 9995", "Hosted fields", "Declined: insufficient_funds.", "/c#b"),
  entry("insufficient_funds", "Decline codes", "", "/d#insufficient_funds"),
]);
const found = (typed: string) => searchDocs(INDEX, typed, 5).map(({ title }) => title);

test("titles come before text, whole words before beginnings, pages before their sections", () => {
  assert.deepEqual(found("refunds"), ["Refunds", "Refund a payment", "amount"]);
  assert.equal(found("refund")[0], "Refund a payment");
  assert.equal(found("insufficient_funds")[0], "insufficient_funds");
  assert.equal(found("funds insufficient")[0], "insufficient_funds");
});

test("a card is found with and without spaces, once", () => {
  for (const typed of ["4000000000009995", "4000 0000 0000 9995", "9995"]) {
    assert.deepEqual(found(typed), ["4000 0000 0000 9995"], typed);
  }
});

test("every word must be found, and nothing typed finds nothing", () => {
  for (const typed of ["refund zebra", "", "  ", "—"]) assert.deepEqual(found(typed), [], typed);
});

test("an excerpt begins near the word", () => {
  const long = entry("A", "A", `${"before ".repeat(30)}needle ${"after ".repeat(60)}`);
  assert.match(excerptOf(long, "needle"), /^… .{0,45}needle .* …$/);
  assert.equal(excerptOf(entry("A", "A", "short"), "none"), "short");
});
