// Each version accepts what it returns: every resource, and every call that has the field.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { z } from "zod";
import { ENDPOINTS } from "#lib/api/endpoints.ts";
import { buildDocument } from "#lib/api/openapi/document.ts";
import { type AnyBody, api } from "#test/api.ts";
import { openBillingShop } from "#test/billing.ts";
import { RESOURCES } from "#tools/golden/files.ts";
import type { Route } from "../contract/route.ts";
import { CHANGES, downgrade, downgradeParam, RELEASED_VERSIONS, upgradeRequest } from "./index.ts";

const OLDEST = RELEASED_VERSIONS[0];
const RETURN = "https://shop.example/back";
const routes = ENDPOINTS.map(({ route }) => route);

const shapeOf = ({ body }: Route) =>
  (body as { shape?: Readonly<Record<string, z.ZodType>> } | undefined)?.shape ?? {};
const top = (path: string | null) => path?.split(".")[0] ?? null;

/** Parameters of a call that its own resource returns, and that a change after `version` renamed or rewrote. */
function datedParameters(route: Route, version: string) {
  const shape = shapeOf(route);
  return CHANGES.filter(
    ({ date, affects }) => date > version && affects.objects.includes(route.returns ?? ""),
  )
    .flatMap(({ fields }) => fields)
    .map(({ before, after }) => ({ before: top(before), after: top(after) }))
    .filter(({ before, after }) => before !== null && after !== null && after in shape);
}

test("every dated field that a version returns is accepted by every call that has it", () => {
  let taken = 0;
  for (const version of RELEASED_VERSIONS) {
    for (const route of routes) {
      for (const { before, after } of datedParameters(route, version)) {
        for (const [name, newest] of Object.entries(RESOURCES[route.returns!]!)) {
          const sent = { [before!]: downgrade(newest, version)[before!] };
          const read = upgradeRequest(route.name, sent, version);
          const what = `${version} ${route.name} ${name}: ${JSON.stringify(sent)}`;
          assert.deepEqual(read[after!] ?? null, newest[after!] ?? null, what);
          const parsed = shapeOf(route)[after!]!.safeParse(read[after!]);
          assert.ok(parsed.success, `${what}: ${parsed.error}`);
          taken += 1;
        }
      }
    }
  }
  assert.ok(taken > 50);
});

test("before 2025-10-01 redirects are nested in every resource and call that has one", () => {
  const { schemas } = buildDocument(routes).components as unknown as {
    schemas: Record<string, { properties?: object }>;
  };
  const kinds = Object.keys(schemas).filter(
    (kind) => kind in RESOURCES && "redirect_url" in (schemas[kind]!.properties ?? {}),
  );
  assert.deepEqual(kinds.sort(), ["bank_payment", "payment", "subscription"]);
  for (const kind of kinds) {
    for (const [name, state] of Object.entries(RESOURCES[kind]!)) {
      const shown = downgrade(state, OLDEST);
      assert.ok("redirect" in shown && !("redirect_url" in shown), `${kind} ${name}`);
    }
  }
  const takers = routes.filter((route) => "return_url" in shapeOf(route));
  assert.ok(takers.length >= 4);
  for (const { name } of takers) {
    const sent = { redirect: { return_url: RETURN } };
    assert.deepEqual(upgradeRequest(name, sent, OLDEST), { return_url: RETURN }, name);
    assert.equal(downgradeParam(name, "return_url", OLDEST), "redirect[return_url]", name);
  }
});

test("bank payments and subscriptions are created, read and changed with a nested redirect in 2025-04-01", async () => {
  const shop = await openBillingShop();
  const headers = { "Service-Version": OLDEST };
  const post = (path: string, body: object) => shop.call<AnyBody>("POST", path, body, headers);
  const redirect = { return_url: RETURN };
  const params = { amount: 900, currency: "EUR", redirect };
  const bank = await post("/v1/bank_payments", params);
  assert.equal(bank.status, 201, bank.text);
  const shown = bank.body.redirect as { url: string; return_url: string };
  assert.equal(shown.return_url, RETURN);
  const again = await post("/v1/bank_payments", { ...params, redirect: shown });
  assert.deepEqual([again.status, (again.body.redirect as object) && true], [201, true]);
  const flat = await post("/v1/bank_payments", {
    amount: 900,
    currency: "EUR",
    return_url: RETURN,
  });
  assert.equal((flat.body.redirect as typeof shown).return_url, RETURN);
  const refused = await post("/v1/bank_payments", {
    ...params,
    redirect: { return_url: "nowhere" },
  });
  assert.deepEqual([refused.status, refused.body.error.param], [400, "redirect[return_url]"]);

  const plan = await shop.plan();
  const customer = await shop.customer();
  const subscribing = { customer, plan: plan.id, payment_method: "pm_test_4000002760003184" };
  const sub = await post("/v1/subscriptions", { ...subscribing, redirect });
  assert.equal(sub.status, 201, sub.text);
  assert.match((sub.body.redirect as typeof shown).url, /^http/);
  assert.ok(!("redirect_url" in sub.body));
  const path = `/v1/subscriptions/${sub.body.id}`;
  const changed = await post(path, { redirect: sub.body.redirect, metadata: { a: "b" } });
  assert.equal(changed.status, 200, changed.text);
  const none = await post(path, { redirect: null });
  assert.equal(none.status, 200, none.text);
});

test("a form without a redirect is read like JSON with null", async () => {
  const client = api();
  const { keys } = await openBillingShop();
  const form = new URLSearchParams({ amount: "900", currency: "EUR", redirect: "" });
  const answer = await client.call(keys.test.secret, "POST", "/v1/bank_payments", form, {
    "Service-Version": OLDEST,
  });
  assert.equal(answer.status, 201, answer.text);
});
