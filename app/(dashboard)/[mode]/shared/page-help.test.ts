import assert from "node:assert/strict";
import { test } from "node:test";
import { GROUPS } from "../../../docs/api/reference.ts";
import { GUIDES } from "../../../docs/guides.ts";
import { HELPED, helpOf } from "./page-help.ts";

/** Pages of the reference that are not about a kind of object. */
const OTHERS = ["", "errors", "event-types", "versions"];

test("every guide and part of the reference that a page names exists", () => {
  const guides = new Set(GUIDES.map(({ href }) => href));
  const parts = new Set([...OTHERS, ...GROUPS.map(({ slug }) => slug)]);
  for (const { guide, api } of HELPED) {
    assert.ok(guide === undefined || guides.has(`/docs/${guide}`), String(guide));
    assert.ok(api === undefined || parts.has(api), String(api));
  }
});

test("a detail has the help of its list, and a report its own before that of all reports", () => {
  assert.deepEqual(helpOf("/test/payments/pay_1"), helpOf("/live/payments"));
  assert.equal(helpOf("/test/reports/declines").guide, "declines");
  assert.equal(helpOf("/test/reports/downloads").guide, "reports");
  assert.deepEqual(helpOf("/test/nowhere"), {});
});
