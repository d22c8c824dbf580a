import assert from "node:assert/strict";
import { test } from "node:test";
import { matching } from "./matching.ts";

const ITEMS = [
  { label: "Payments", note: "Money in" },
  { label: "Endpoints", note: "Webhooks" },
  { label: "Interchange++", note: "Reports" },
  { label: "Create key", note: "API key" },
  { label: "Dark theme" },
];
const found = (text: string) => matching(ITEMS, text).map(({ label }) => label);

test("screens and actions match the beginnings of their words, in any order and case", () => {
  assert.deepEqual(found("pay"), ["Payments"]);
  assert.deepEqual(found("we en"), ["Endpoints"]);
  assert.deepEqual(found("ENDPOINTS webhooks"), ["Endpoints"]);
  assert.deepEqual(found("interchange++"), ["Interchange++"]);
  assert.deepEqual(found("key create"), ["Create key"]);
  assert.deepEqual(found("theme"), ["Dark theme"]);
  for (const nothing of ["ayments", "pay key", "zebra", "%", " "])
    assert.deepEqual(found(nothing), []);
});
