import assert from "node:assert/strict";
import { test } from "node:test";
import { mayDo, type Permission } from "#lib/domain/members/index.ts";
import { MOST_REPLAYED } from "#lib/domain/webhooks/index.ts";
import { ROLES } from "#lib/kernel/vocabulary/roles.ts";
import { MOST_REPLAYED_ROWS } from "./bulk-limits.ts";

test("the guide to bulk work has the limits and roles of the code", () => {
  assert.equal(MOST_REPLAYED_ROWS, MOST_REPLAYED);
  const rolesWith = (permission: Permission) => ROLES.filter((role) => mayDo(role, permission));
  const allButReadOnly = ROLES.filter((role) => role !== "read_only");
  assert.deepEqual(rolesWith("annotate"), allButReadOnly);
  assert.deepEqual(rolesWith("download_reports"), allButReadOnly);
  assert.deepEqual(rolesWith("refund"), ["owner", "admin", "support"]);
  assert.deepEqual(rolesWith("manage_webhooks"), ["owner", "admin", "developer"]);
});
