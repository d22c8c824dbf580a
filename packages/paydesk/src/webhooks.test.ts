import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { mock, test } from "node:test";
import {
  constructEvent,
  SignatureVerificationError,
  type VerifyOptions,
  verify,
} from "./webhooks.ts";

const BODY = JSON.stringify({
  id: "evt_1",
  type: "refund.settled",
  data: { id: "re_1", name: "Zoë" },
});
const NOW_MS = Date.parse("2026-04-12T09:31:07Z");
const SECONDS = String(NOW_MS / 1_000);
const OWN = "whsec_k3y";
const STANDARD = `whsec_${Buffer.from("twenty-four bytes of key").toString("base64")}`;

const hex = (secret: string, text: string) =>
  createHmac("sha256", secret).update(text).digest("hex");
const own = (secret = OWN, body = BODY, seconds = SECONDS) => ({
  "Service-Signature": `t=${seconds},v1=${hex(secret, `${seconds}.${body}`)}`,
});
const standard = (secret = STANDARD, body = BODY, seconds = SECONDS) => {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signature = createHmac("sha256", key).update(`evt_1.${seconds}.${body}`).digest("base64");
  return {
    "webhook-id": "evt_1",
    "webhook-timestamp": seconds,
    "webhook-signature": `v1,${signature}`,
  };
};
const check = (
  headers: Parameters<typeof verify>[1],
  options: Partial<VerifyOptions> = {},
  body: string | Uint8Array = BODY,
) => verify(body, headers, { secret: [OWN, STANDARD], nowMs: NOW_MS, ...options });
const refused = (promise: Promise<unknown>, code: string) =>
  assert.rejects(promise, (thrown) => {
    assert.ok(thrown instanceof SignatureVerificationError);
    assert.equal(thrown.code, code);
    return true;
  });

for (const [form, sign, secret] of [
  ["Service-Signature", own, OWN],
  ["Standard Webhooks", standard, STANDARD],
] as const) {
  test(`${form}: a signature of the raw body verifies, as text and as bytes`, async () => {
    await check(sign(), { secret });
    await check(new Headers(Object.entries(sign())), { secret });
    await check(sign(), { secret }, new TextEncoder().encode(BODY));
    const event = await constructEvent(BODY, sign(), { secret, nowMs: NOW_MS });
    assert.equal(event.type === "refund.settled" ? event.data.id : "", "re_1");
  });

  test(`${form}: a body that was changed or written again is refused`, async () => {
    await refused(check(sign(), { secret }, BODY.replace("re_1", "re_2")), "signature_mismatch");
    const again = JSON.stringify(JSON.parse(BODY), null, 1);
    await refused(check(sign(), { secret }, again), "signature_mismatch");
  });

  test(`${form}: another secret is refused, and one of several is enough`, async () => {
    const other = `whsec_${Buffer.from("another key of 24 bytes!").toString("base64")}`;
    await refused(check(sign(other), { secret }), "signature_mismatch");
    await check(sign(other), { secret: [secret, other] });
  });

  test(`${form}: an old signature is refused, and so is one from the future`, async () => {
    await check(sign(), { secret, nowMs: NOW_MS + 299_000 });
    for (const byMs of [301_000, -301_000]) {
      const late = check(sign(), { secret, nowMs: NOW_MS + byMs });
      await refused(late, "timestamp_outside_tolerance");
    }
    await check(sign(), { secret, nowMs: NOW_MS + 900_000, toleranceSeconds: 1_000 });
  });
}

test("while a secret is replaced a delivery has two signatures, and either receiver accepts it", async () => {
  const both = `t=${SECONDS},v1=${hex("whsec_new", `${SECONDS}.${BODY}`)},v1=${hex(OWN, `${SECONDS}.${BODY}`)}`;
  for (const secret of ["whsec_new", OWN]) await check({ "service-signature": both }, { secret });
  const [first, second] = [standard(), standard(`whsec_${btoa("another key of 24 bytes!")}`)];
  const list = `${first["webhook-signature"]} v1a,abc ${second["webhook-signature"]}`;
  await check({ ...first, "webhook-signature": list }, { secret: STANDARD });
});

test("a header with thousands of signatures costs one digest per secret", async () => {
  const { subtle } = globalThis.crypto;
  const made = [mock.method(subtle, "sign"), mock.method(subtle, "verify")];
  const many = `t=${SECONDS},${"v1=00,".repeat(1_000)}v1=${hex("whsec_other", BODY)}`;
  try {
    await refused(check({ "service-signature": many }), "signature_mismatch");
    const calls = made.reduce((sum, each) => sum + each.mock.callCount(), 0);
    assert.equal(calls, 2);
  } finally {
    for (const each of made) each.mock.restore();
  }
});

test("a tolerance that is not a number accepts nothing", async () => {
  const options = { toleranceSeconds: Number.NaN, nowMs: NOW_MS + 900_000 };
  await refused(check(own(), options), "timestamp_outside_tolerance");
});

test("missing and malformed headers are refused", async () => {
  await refused(check({}), "header_missing");
  await refused(check({ "webhook-id": "evt_1" }), "header_missing");
  await refused(check({ "service-signature": "v1=00" }), "header_malformed");
  for (const signature of [
    `t=${SECONDS}`,
    `t=${SECONDS},v1=zz`,
    `t=${SECONDS},v1=`,
    `t=${SECONDS},v0=00`,
  ]) {
    await refused(check({ "service-signature": signature }), "signature_mismatch");
  }
  await refused(check({ ...standard(), "webhook-signature": "v1,***" }), "signature_mismatch");
  const empty = check(own(""), { secret: "" });
  await assert.rejects(empty, /secret is required/);
});
