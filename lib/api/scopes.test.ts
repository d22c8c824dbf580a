import assert from "node:assert/strict";
import { test } from "node:test";
import { SCOPE_RESOURCES } from "#lib/domain/keys/index.ts";
import { ENDPOINTS } from "./endpoints.ts";

test("a restricted key can have every scope that a call needs", () => {
  const grantable = new Set(SCOPE_RESOURCES.flatMap((name) => [`${name}:read`, `${name}:write`]));
  const needed = ENDPOINTS.map(({ route }) => route.scope).filter((scope) => scope !== null);
  assert.ok(needed.length > 0);
  assert.deepEqual(
    needed.filter((scope) => !grantable.has(scope as never)),
    [],
  );
});
