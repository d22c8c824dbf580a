// A payer answers a challenge once, in time, and only from our own page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { hostedApp } from "#lib/hosted/app.ts";
import { env } from "#lib/kernel/env.ts";
import { type Rail, RailUnavailableError, railFor, useRail } from "#lib/rails/index.ts";
import type { PaymentWire } from "#lib/wire/contract/payments.ts";
import { openTill } from "#test/money.ts";
import { moveClock } from "#test/moving-clock.ts";
import { settleUnfinished } from "#test/settle-unfinished.ts";
import { undoAfterEach } from "#test/undo.ts";

const undo = undoAfterEach();

const CHALLENGE = "pm_test_4000000000003220";
const HOUR_MS = 3_600_000;
const SHOP = "https://shop.example/thanks?order=7";

async function challenged(more: object = {}, headers?: Record<string, string>) {
  const till = await openTill();
  const params = { payment_method: CHALLENGE, return_url: SHOP, ...more };
  const { status, body } = await till.charge(params, headers);
  assert.equal(status, 201);
  const url = String(body.redirect_url);
  return {
    till,
    payment: body,
    url,
    read: async () => (await till.call<PaymentWire>("GET", `/v1/payments/${body.id}`)).body,
    cancel: () => till.call("POST", `/v1/payments/${body.id}/cancel`, {}),
    open: () => hostedApp.request(url),
    answer: (value: string, origin: string | null = env.publicUrl) => press(url, value, origin),
    transfers: () =>
      till.rows<{ kind: string; amount: bigint }>(
        "select kind, amount from ledger_transfers where account_id = $1 and kind = 'capture'",
      ),
  };
}

function press(url: string, answer: string, origin: string | null) {
  const headers = new Headers(origin === null ? {} : { origin });
  return hostedApp.request(url, { method: "POST", body: new URLSearchParams({ answer }), headers });
}

function passTime(ms: number): void {
  const clock = moveClock();
  undo.push(clock.putBack);
  clock.advance(ms);
}

function changeRail(changes: Partial<Rail>): void {
  undo.push(useRail("test", { ...railFor("test"), ...changes }));
}

test("a challenged payment has a redirect URL and an expiry, sends an event and books nothing", async () => {
  const { till, payment, url, transfers } = await challenged();
  assert.deepEqual(
    [payment.status, payment.next_action, payment.sca, payment.amount_captured],
    ["requires_action", "redirect", "3ds2", 0],
  );
  assert.ok(url.startsWith(`${env.publicUrl}/3d-secure/`));
  const waits = Date.parse(String(payment.expires_at)) - Date.parse(payment.created);
  assert.equal(waits, HOUR_MS);
  assert.deepEqual(await till.eventsOf(payment.id), ["payment.requires_action"]);
  assert.deepEqual(await transfers(), []);
});

test("the page shows merchant and amount, loads nothing, and can be neither framed nor cached", async () => {
  const { open, payment } = await challenged({ description: "<b>Order</b> 7" });
  const page = await open();
  const text = await page.text();
  assert.equal(page.status, 200);
  for (const said of ["19.99", "3220", "Crédit Rivage", "Sandbox bank", "Approve", "Refuse"]) {
    assert.ok(text.includes(said), said);
  }
  assert.ok(text.includes("&lt;b&gt;Order&lt;/b&gt; 7"), "what merchants write is text");
  assert.ok(!text.includes("<script") && !text.includes(payment.id));
  const policy = page.headers.get("content-security-policy") ?? "";
  assert.match(policy, /^default-src 'none'; style-src 'sha256-/);
  assert.match(policy, /form-action 'self' https:\/\/shop\.example;/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.equal(page.headers.get("cache-control"), "no-store");
  assert.equal(page.headers.get("referrer-policy"), "same-origin");
});

test("a return URL adds one source to the page's policy and no directive", async () => {
  for (const [shop, source] of [
    ["https://a;sandbox/", "https:"],
    ["https://a,b.example/", "https:"],
    ["https://*/", "https:"],
    ["http://[::1]:8080/back", "http:"],
    ["https://Zahlung.bücher_1.example:8443/?a;b", "https://zahlung.xn--bcher_1-n2a.example:8443"],
  ] as const) {
    const { open } = await challenged({ return_url: shop });
    const policy = (await open()).headers.get("content-security-policy") ?? "";
    const end = `form-action 'self' ${source}; base-uri 'none'; frame-ancestors 'none'`;
    assert.ok(policy.endsWith(`; ${end}`), `${shop}: ${policy}`);
  }
});

test("an approved challenge charges once and returns with the payment's id", async () => {
  const { till, payment, answer, read, open, transfers } = await challenged();
  const done = await answer("approve");
  assert.equal(done.status, 303);
  assert.equal(
    done.headers.get("location"),
    `https://shop.example/thanks?order=7&payment=${payment.id}`,
  );
  const paid = await read();
  assert.deepEqual(
    [paid.status, paid.sca, paid.next_action, paid.redirect_url, paid.expires_at],
    ["succeeded", "3ds2", null, null, null],
  );
  assert.deepEqual(await transfers(), [{ kind: "capture", amount: 1999n }]);
  const news = ["payment.requires_action", "payment.succeeded"];
  assert.deepEqual(await till.eventsOf(payment.id), news);
  assert.match(await (await open()).text(), /Payment confirmed/);
  const again = await answer("refuse");
  assert.deepEqual(
    [again.status, again.headers.get("location")?.slice(0, 11)],
    [303, "/3d-secure/"],
  );
  assert.deepEqual(await till.eventsOf(payment.id), news);
});

test("a refused challenge fails with authentication_required and moves no money", async () => {
  const { till, payment, answer, read, transfers } = await challenged();
  assert.equal((await answer("refuse")).status, 303);
  const failed = await read();
  assert.deepEqual([failed.status, failed.decline?.code], ["failed", "authentication_required"]);
  assert.deepEqual(await till.eventsOf(payment.id), ["payment.requires_action", "payment.failed"]);
  assert.deepEqual(await transfers(), []);
});

test("cards that are declined after the payer confirmed fail with their own codes", async () => {
  for (const [number, code] of [
    ["4000008400001629", "generic_decline"],
    ["4000008260003178", "insufficient_funds"],
    ["4000008400001280", "authentication_error"],
  ] as const) {
    const { answer, read, open } = await challenged({
      payment_method: `pm_test_${number}`,
      return_url: undefined,
    });
    const done = await answer("approve");
    assert.match(done.headers.get("location") ?? "", /^\/3d-secure\//, "no place to return to");
    assert.match(await (await open()).text(), /Payment not possible/);
    const failed = await read();
    assert.deepEqual([failed.status, failed.decline?.code, failed.sca], ["failed", code, "3ds2"]);
  }
});

test("with manual capture the approval only authorises", async () => {
  const { till, payment, answer, read, transfers } = await challenged({ capture: "manual" });
  await answer("approve");
  assert.equal((await read()).status, "requires_capture");
  assert.deepEqual(await transfers(), []);
  const captured = await till.call("POST", `/v1/payments/${payment.id}/capture`, { amount: 500 });
  assert.deepEqual([captured.body.status, captured.body.amount_captured], ["succeeded", 500]);
});

test("an accepted exemption skips the challenge, and the payment shows its outcome", async () => {
  const till = await openTill();
  const params = { payment_method: CHALLENGE, exemption: "low_value" };
  const spared = (await till.charge(params)).body;
  assert.deepEqual(
    [spared.status, spared.sca, spared.exemption_outcome],
    ["succeeded", "exempted", "accepted"],
  );
});

test("an exemption above its limit stays rejected after the payer has confirmed", async () => {
  const { payment, answer, read } = await challenged({ amount: 9_900, exemption: "low_value" });
  assert.deepEqual(
    [payment.status, payment.sca, payment.exemption_outcome],
    ["requires_action", "3ds2", "rejected"],
  );
  await answer("approve");
  const confirmed = await read();
  assert.deepEqual(
    [confirmed.status, confirmed.exemption, confirmed.exemption_outcome],
    ["succeeded", "low_value", "rejected"],
  );
});

test("a replayed response still waits, and creates no second challenge", async () => {
  const key = { "Idempotency-Key": "challenge-1" };
  const { till, payment } = await challenged({}, key);
  const again = await till.charge({ payment_method: CHALLENGE, return_url: SHOP }, key);
  assert.deepEqual([again.status, again.body], [200, payment]);
  assert.deepEqual(await till.eventsOf(payment.id), ["payment.requires_action"]);
});

test("an answer from another origin, with another link or with another word is refused", async () => {
  const { url, answer, read } = await challenged();
  assert.equal((await answer("approve", "https://evil.example")).status, 403);
  assert.equal((await answer("approve", null)).status, 403);
  assert.equal((await answer("approve", "null")).status, 403);
  assert.equal((await answer("maybe")).status, 400);
  const forged = `${url.slice(0, -2)}${url.endsWith("AA") ? "BB" : "AA"}`;
  assert.equal((await press(forged, "approve", env.publicUrl)).status, 404);
  assert.equal((await hostedApp.request(forged)).status, 404);
  const big = {
    method: "POST",
    body: "answer=".padEnd(5_000, "a"),
    headers: { origin: env.publicUrl },
  };
  assert.equal((await hostedApp.request(url, big)).status, 413);
  assert.equal((await hostedApp.request(url, { method: "DELETE" })).status, 404);
  assert.equal((await read()).status, "requires_action");
});

test("exactly one of concurrent answers and cancellations counts", async () => {
  for (let round = 0; round < 4; round++) {
    const { till, payment, answer, cancel, read, transfers } = await challenged();
    const [canceled] = await Promise.all([
      cancel(),
      answer("approve"),
      answer("refuse"),
      answer("approve"),
    ]);
    const { status } = await read();
    assert.ok(["succeeded", "failed", "canceled"].includes(status), status);
    assert.equal(canceled.status === 200, status === "canceled");
    assert.equal((await transfers()).length, status === "succeeded" ? 1 : 0);
    const news = await till.eventsOf(payment.id);
    assert.deepEqual(news, ["payment.requires_action", `payment.${status}`]);
  }
});

test("an unanswered challenge is canceled after an hour, and cannot be answered then", async () => {
  const { till, payment, answer, read, open, transfers } = await challenged();
  passTime(HOUR_MS - 60_000);
  await settleUnfinished();
  assert.equal((await read()).status, "requires_action", "not before its time");
  passTime(120_000);
  assert.equal((await open()).status, 410);
  await answer("approve");
  assert.equal((await read()).status, "requires_action");
  await Promise.all([settleUnfinished(), settleUnfinished()]);
  const ended = await read();
  assert.deepEqual([ended.status, ended.redirect_url], ["canceled", null]);
  const news = ["payment.requires_action", "payment.canceled"];
  assert.deepEqual(await till.eventsOf(payment.id), news);
  assert.match(await (await open()).text(), /Payment canceled/);
  assert.deepEqual(await transfers(), []);
});

test("an answer whose outcome was lost is stored, shown as processing, and finished by the loop", async () => {
  for (const acted of [false, true]) {
    const { till, payment, answer, read, open, cancel, transfers } = await challenged();
    const real = railFor("test");
    changeRail({
      async authenticate(request) {
        if (acted) await real.authenticate(request);
        throw new RailUnavailableError("the line is cut");
      },
    });
    const lost = await answer("approve");
    assert.match(lost.headers.get("location") ?? "", /^\/3d-secure\//);
    assert.match(await (await open()).text(), /One moment/);
    const rival = await cancel();
    assert.deepEqual([rival.status, rival.body.error.code], [409, "state_invalid"]);
    undo.run();
    passTime(31_000);
    await Promise.all([settleUnfinished(), settleUnfinished()]);
    assert.equal((await read()).status, "succeeded");
    assert.equal((await transfers()).length, 1);
    const news = ["payment.requires_action", "payment.succeeded"];
    assert.deepEqual(await till.eventsOf(payment.id), news);
    undo.run();
  }
});
