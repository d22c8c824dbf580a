import assert from "node:assert/strict";
import { test } from "node:test";
import { collapsedGroups, keptGroups, PLACES, placesOf } from "./navigation.ts";

const pathsOf = (may: readonly string[], mode: "test" | "live" = "test") =>
  placesOf(mode, may).flatMap(({ places }) => places.map(({ path }) => path));

test("places that the person may not open are left out", () => {
  const [all, none] = [
    pathsOf(["use_shell", "use_sandbox", "read_audit_log", "read_mail"]),
    pathsOf([]),
  ];
  assert.deepEqual(
    all,
    PLACES.flatMap(({ places }) => places.map(({ path }) => path)),
  );
  assert.deepEqual(
    all.filter((path) => !none.includes(path)),
    ["shell", "checkout", "settings/audit-log", "settings/notifications"],
  );
  assert.ok(!pathsOf(["use_sandbox"], "live").includes("checkout"), "no checkout in live mode");
});

test("collapsed groups are kept in a cookie, and a role begins with those it rarely needs", () => {
  const titles = PLACES.flatMap(({ title }) => title ?? []);
  assert.deepEqual(collapsedGroups(keptGroups(titles), "owner"), titles);
  assert.deepEqual(collapsedGroups(keptGroups([]), "finance"), []);
  assert.deepEqual(collapsedGroups("%zz.nothing;money-in.money-out", "owner"), ["Money out"]);
  assert.deepEqual(collapsedGroups(undefined, "owner"), []);
  for (const role of ["finance", "support"] as const) {
    const collapsed = collapsedGroups(undefined, role);
    assert.ok(collapsed.length > 0 && collapsed.every((title) => titles.includes(title)), role);
  }
});
