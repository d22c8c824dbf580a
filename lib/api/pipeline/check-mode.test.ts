import assert from "node:assert/strict";
import { test } from "node:test";
import { api } from "#test/api.ts";
import { createMerchant } from "#test/merchant.ts";
import { ENDPOINTS } from "../endpoints.ts";
import { isOfSandbox } from "./check-mode.ts";

test("every sandbox route answers a live key with 404, with any body", async () => {
  const { keys } = await createMerchant();
  const routes = ENDPOINTS.map(({ route }) => route).filter(isOfSandbox);
  assert.ok(routes.length >= 5);
  for (const { method, path, bodyExample } of routes) {
    for (const body of method === "get" ? [undefined] : [bodyExample, { unknown: 1 }]) {
      const answer = await api().call(keys.live.secret, method.toUpperCase(), path, body);
      const { status, body: wire } = answer;
      assert.deepEqual([status, wire.error.code], [404, "resource_missing"], path);
    }
  }
});
