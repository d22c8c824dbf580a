import assert from "node:assert/strict";
import { test } from "node:test";
import { rolesWith } from "#lib/domain/members/index.ts";
import { MOST_REPLAYED } from "#lib/domain/webhooks/index.ts";
import { MOST_REPLAYED_ROWS } from "./bulk-limits.ts";

test("the guide to bulk work has the limits and roles of the code", () => {
  assert.equal(MOST_REPLAYED_ROWS, MOST_REPLAYED);
  const allButReadOnly = ["owner", "admin", "developer", "finance", "support"];
  assert.deepEqual(rolesWith("annotate"), allButReadOnly);
  assert.deepEqual(rolesWith("download_reports"), allButReadOnly);
  assert.deepEqual(rolesWith("refund"), ["owner", "admin", "support"]);
  assert.deepEqual(rolesWith("manage_webhooks"), ["owner", "admin", "developer"]);
});
