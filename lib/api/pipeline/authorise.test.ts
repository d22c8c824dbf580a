import assert from "node:assert/strict";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { createKey, limitAddresses, rotateKey } from "#lib/domain/keys/index.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import { settleOrigin } from "#lib/server/forwarded.ts";
import { proxyMatcher } from "#lib/server/listener.ts";
import { api } from "#test/api.ts";
import { createMerchant } from "#test/merchant.ts";
import { runApiChild } from "#test/run-api-child.ts";
import { ENDPOINTS } from "../endpoints.ts";
import { isOfSandbox } from "./authorise.ts";

const client = api();
const PATH = "/v1/customers";

async function limitedKey(addresses: string[] | null, mode: Mode = "test") {
  const { ctx } = await createMerchant();
  const { key, plaintext } = await createKey(ctx[mode], { kind: "secret", name: "Till" });
  if (addresses) await limitAddresses(ctx[mode], key.id, addresses);
  const ask = (address: string | null, method = "GET", headers = {}) =>
    client.call(plaintext, method, PATH, method === "GET" ? undefined : { name: "A" }, {
      "X-Forwarded-For": address,
      ...headers,
    });
  return { ctx: ctx[mode], key, plaintext, ask };
}

test("a key is accepted from its addresses and refused elsewhere, in test and live mode", async () => {
  const cases: Array<[string, string | null, boolean]> = [
    ["203.0.113.0/24", "203.0.113.9", true],
    ["203.0.113.0/24", "203.0.114.9", false],
    ["203.0.113.0/24", "::ffff:203.0.113.9", true],
    ["203.0.113.0/24", "::ffff:203.0.114.9", false],
    ["203.0.113.9", "203.0.113.9", true],
    ["2001:db8::/32", "2001:db8::9", true],
    ["2001:db8::/32", "2001:db9::9", false],
    ["2001:db8::/32", "203.0.113.9", false],
    ["203.0.113.0/24", null, false],
  ];
  for (const mode of ["test", "live"] as const) {
    const { ctx, key, ask } = await limitedKey(null, mode);
    for (const [range, address, accepted] of cases) {
      await limitAddresses(ctx, key.id, [range]);
      const { status, body } = await ask(address);
      assert.equal(status, accepted ? 200 : 403, `${address} in ${range}, ${mode}`);
      if (accepted) continue;
      assert.equal(body.error.code, "key_scope");
      assert.equal(
        body.error.message,
        `This key cannot be used from ${address ?? "an unknown address"}: the address is not in the key's list.`,
      );
    }
  }
});

test("a refused write creates nothing, and neither does the replay of an accepted one", async () => {
  const { ask } = await limitedKey(["203.0.113.9"]);
  const order = { "Idempotency-Key": "order-1" };
  const refused = await ask("198.51.100.1", "POST", order);
  assert.equal(refused.status, 403);
  assert.equal((await ask("203.0.113.9")).body.data.length, 0);
  assert.equal((await ask("203.0.113.9", "POST", order)).status, 201);
  assert.equal((await ask("198.51.100.1", "POST", order)).status, 403);
});

test("a change applies to the next request, in this process and in others", async () => {
  const { ctx, key, plaintext, ask } = await limitedKey(null);
  const from = { "X-Forwarded-For": "203.0.113.9" };
  const elsewhere = async () => {
    const child = await runApiChild({ key: plaintext, calls: [["GET", PATH, undefined, from]] });
    return child.statuses;
  };
  assert.equal((await ask("203.0.113.9")).status, 200);
  await limitAddresses(ctx, key.id, ["198.51.100.0/24"]);
  assert.equal((await ask("203.0.113.9")).status, 403);
  assert.deepEqual(await elsewhere(), [403]);
  await limitAddresses(ctx, key.id, null);
  assert.equal((await ask("203.0.113.9")).status, 200);
  assert.deepEqual(await elsewhere(), [200]);
});

test("a rotated key keeps the list", async () => {
  const { ctx, key } = await limitedKey(["203.0.113.9"]);
  const { key: second, plaintext } = await rotateKey(ctx, key.id);
  assert.deepEqual(second.addresses, ["203.0.113.9"]);
  const from = (address: string) =>
    client.call(plaintext, "GET", PATH, undefined, { "X-Forwarded-For": address });
  assert.equal((await from("198.51.100.1")).status, 403);
  assert.equal((await from("203.0.113.9")).status, 200);
});

test("only a declared proxy is trusted for the address", async () => {
  const { ask } = await limitedKey(["203.0.113.9"]);
  const cases: Array<[string[], string | undefined, number]> = [
    [[], "203.0.113.9", 403],
    [["127.0.0.1"], "203.0.113.9", 200],
    [["127.0.0.1"], "203.0.113.9, 198.51.100.1", 403],
    [["127.0.0.1"], "198.51.100.1, 203.0.113.9", 200],
    [["127.0.0.1", "10.0.0.0/8"], "203.0.113.9, 10.0.0.2", 200],
    [["127.0.0.1"], undefined, 403],
  ];
  for (const [proxies, claimed, expected] of cases) {
    const address = await settledAddress(proxies, claimed);
    assert.equal((await ask(address)).status, expected, `${claimed} by ${proxies}`);
  }
});

/** The address that the listener reports for a request from 127.0.0.1 that claims another. */
async function settledAddress(proxies: string[], claimed: string | undefined): Promise<string> {
  const isProxy = proxyMatcher(proxies);
  const server = http.createServer((request, response) => {
    response.end(settleOrigin(request, isProxy).address);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  try {
    const { port } = server.address() as AddressInfo;
    const headers = claimed === undefined ? undefined : { "x-forwarded-for": claimed };
    const answer = await fetch(`http://127.0.0.1:${port}`, headers && { headers });
    return await answer.text();
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

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
