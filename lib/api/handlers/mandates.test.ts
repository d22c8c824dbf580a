import assert from "node:assert/strict";
import { test } from "node:test";
import { transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { acceptMandateIn, type Mandate, settleMandate } from "#lib/domain/mandates/index.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { MandateScheme } from "#lib/kernel/vocabulary/mandates.ts";
import { RailUnavailableError, railFor, useRail } from "#lib/rails/index.ts";
import type { MandateWire } from "#lib/wire/contract/mandates.ts";
import type { SimulationWire } from "#lib/wire/contract/simulations.ts";
import { openTill, type Till } from "#test/money.ts";
import { settleUnfinished } from "#test/settle-unfinished.ts";

const DAY_S = 86_400;

async function methodOf(till: Till): Promise<Id<"pm">> {
  const card = { number: "4242424242424242", exp_month: 12, exp_year: 2040, cvc: "123" };
  const made = await till.call("POST", "/v1/payment_methods", { type: "card", card });
  return made.body.id as Id<"pm">;
}

async function accepted(till: Till, scheme: MandateScheme): Promise<Mandate> {
  const ctx = await systemContext({ accountId: till.account.id, mode: "test" }, "test");
  const paymentMethod = await methodOf(till);
  const params = { scheme, customer: null, paymentMethod, acceptedIp: "203.0.113.7" };
  const made = await transact((tx) => acceptMandateIn(tx, ctx, params));
  return await settleMandate(ctx, made.id);
}

const read = async (till: Till, id: string) =>
  (await till.call<MandateWire>("GET", `/v1/mandates/${id}`)).body;
const advance = (till: Till, seconds: number) =>
  till.call("POST", "/v1/test/clock/advance", { seconds });
const simulate = (till: Till, object: string, scenario: string) =>
  till.call<SimulationWire>("POST", "/v1/test/simulate", { object, scenario });

test("a SEPA mandate is active immediately, a Bacs mandate after a day", async () => {
  const till = await openTill();
  const sepa = await read(till, (await accepted(till, "sepa_core")).id);
  assert.deepEqual(
    [sepa.status, sepa.scheme, sepa.accepted_ip],
    ["active", "sepa_core", "203.0.113.7"],
  );
  assert.match(sepa.reference, /^[A-Z0-9]{1,35}$/);
  assert.deepEqual(await till.eventsOf(sepa.id), ["mandate.active"]);
  const bacs = await accepted(till, "bacs");
  assert.equal(bacs.status, "pending");
  assert.match(bacs.reference, /^[A-Z0-9]{6,18}$/);
  assert.deepEqual(await till.eventsOf(bacs.id), []);
  await advance(till, DAY_S);
  assert.equal((await read(till, bacs.id)).status, "active");
  assert.deepEqual(await till.eventsOf(bacs.id), ["mandate.active"]);
});

test("a card's mandate is active from the agreement", async () => {
  const till = await openTill();
  const mandate = await accepted(till, "card");
  assert.deepEqual([mandate.status, mandate.expiresAt], ["active", null]);
  assert.deepEqual(await till.eventsOf(mandate.id), ["mandate.active"]);
});

test("a payment method has one active or pending mandate per scheme, also with concurrent agreements", async () => {
  const till = await openTill();
  const ctx = await systemContext({ accountId: till.account.id, mode: "test" }, "test");
  const paymentMethod = await methodOf(till);
  const params = { scheme: "sepa_core", customer: null, paymentMethod } as const;
  const made = await Promise.all(
    Array.from({ length: 8 }, () => transact((tx) => acceptMandateIn(tx, ctx, params))),
  );
  assert.equal(new Set(made.map(({ id }) => id)).size, 1);
});

test("a bank timeout leaves a mandate pending, and the recovery loop settles it once", async () => {
  const till = await openTill();
  const ctx = await systemContext({ accountId: till.account.id, mode: "test" }, "test");
  const params = {
    scheme: "sepa_core",
    customer: null,
    paymentMethod: await methodOf(till),
  } as const;
  const made = await transact((tx) => acceptMandateIn(tx, ctx, params));
  const silent = async () => {
    throw new RailUnavailableError("no answer");
  };
  const restore = useRail("test", { ...railFor("test"), mandateStatus: silent });
  await assert.rejects(settleMandate(ctx, made.id), RailUnavailableError).finally(restore);
  assert.equal((await read(till, made.id)).status, "pending");
  await advance(till, 3_600);
  await settleUnfinished();
  assert.equal((await read(till, made.id)).status, "active");
  assert.deepEqual(await till.eventsOf(made.id), ["mandate.active"]);
});

test("a revoked mandate stays revoked, and the rail is notified until it answers", async () => {
  const till = await openTill();
  const mandate = await accepted(till, "sepa_core");
  const revoke = () => till.call<MandateWire>("POST", `/v1/mandates/${mandate.id}/revoke`, {});
  const { body } = await revoke();
  assert.deepEqual([body.status, body.revocation], ["revoked", { source: "merchant", code: null }]);
  const again = await revoke();
  assert.deepEqual([again.status, again.body.error.code], [409, "state_invalid"]);
  const told: string[] = [];
  let answers = 0;
  const restore = useRail("test", {
    ...railFor("test"),
    revokeMandate: async ({ id }) => {
      if (id === mandate.id) {
        told.push(id);
        if (answers++ === 0) throw new RailUnavailableError("no answer");
      }
      return { result: "revoked" };
    },
  });
  try {
    await settleUnfinished();
    await advance(till, 3_600);
    await advance(till, 3_600);
  } finally {
    restore();
  }
  assert.equal(told.length, 2, "asked again after no answer, and not after one");
  assert.deepEqual(await till.eventsOf(mandate.id), ["mandate.active", "mandate.revoked"]);
});

test("an unused mandate expires by the rules of its scheme", async () => {
  const till = await openTill();
  const mandate = await accepted(till, "bacs");
  for (let day = 0; day < 400; day += 200) await advance(till, 200 * DAY_S);
  assert.equal((await read(till, mandate.id)).status, "expired");
});

test("simulations change a mandate, and are refused in the wrong state", async () => {
  const till = await openTill();
  const [pending, active] = [await accepted(till, "bacs"), await accepted(till, "sepa_core")];
  const early = await simulate(till, pending.id, "revoked");
  assert.deepEqual([early.status, early.body.error.code], [409, "state_invalid"]);
  const failed = await simulate(till, pending.id, "failed");
  assert.deepEqual([failed.status, failed.body.result], [200, await read(till, pending.id)]);
  assert.equal((await read(till, pending.id)).failure_code, "5");
  assert.deepEqual(await till.eventsOf(pending.id), ["mandate.failed"]);
  await simulate(till, active.id, "revoked");
  const revoked = await read(till, active.id);
  assert.deepEqual(
    [revoked.status, revoked.revocation],
    ["revoked", { source: "payer", code: "MD01" }],
  );
  const unknown = await simulate(till, active.id, "lost");
  assert.deepEqual([unknown.status, unknown.body.error.param], [400, "scenario"]);
});

test("mandates are listed and read only by their own merchant and mode", async () => {
  const [till, other] = await Promise.all([openTill(), openTill()]);
  const mandate = await accepted(till, "sepa_core");
  const listed = await till.call<{ data: MandateWire[] }>(
    "GET",
    `/v1/mandates?scheme=sepa_core&status=active&payment_method=${mandate.paymentMethodId}&expand[]=data.payment_method`,
  );
  assert.equal(listed.status, 200, listed.text);
  assert.deepEqual(
    listed.body.data.map(({ id, payment_method: method }) => [
      id,
      (method as unknown as { id: string }).id,
    ]),
    [[mandate.id, mandate.paymentMethodId]],
  );
  const none = await till.call<{ data: MandateWire[] }>("GET", "/v1/mandates?status=failed");
  assert.deepEqual(none.body.data, []);
  const path = `/v1/mandates/${mandate.id}`;
  assert.equal((await other.call("GET", path)).status, 404);
  assert.equal((await other.call("POST", `${path}/revoke`, {})).status, 404);
  assert.equal((await till.call("GET", path, undefined, { Authorization: null })).status, 401);
  const live = { Authorization: `Bearer ${till.keys.live.secret}` };
  assert.equal((await till.call("GET", path, undefined, live)).status, 404);
});
