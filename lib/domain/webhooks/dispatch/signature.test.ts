import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import Stripe from "stripe";
import { nowMs } from "#lib/kernel/clock.ts";
import { signatureHeader } from "./signature.ts";

const { webhooks } = new Stripe("sk_test_unused");
const OLD = "whsec_oldoldoldoldoldoldoldoldoldoldol";
const NEW = "whsec_newnewnewnewnewnewnewnewnewnewne";

test("Stripe's verifier accepts any body we sign, with either secret", () => {
  fc.assert(
    fc.property(fc.json(), (body) => {
      const header = signatureHeader(body, [NEW, OLD], nowMs());
      assert.match(header, /^t=\d{10},v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
      for (const secret of [OLD, NEW]) {
        assert.ok(webhooks.signature!.verifyHeader(Buffer.from(body), header, secret, 300));
      }
    }),
  );
});

test("another secret, another body or an old timestamp is refused", () => {
  const body = '{"id":"evt_1"}';
  const verify =
    (text: string, header: string, secret = NEW) =>
    () =>
      webhooks.signature!.verifyHeader(Buffer.from(text), header, secret, 300);
  const header = signatureHeader(body, [NEW], nowMs());
  assert.throws(verify(body, header, OLD), /signature/i);
  assert.throws(verify(`${body} `, header), /signature/i);
  assert.throws(verify(body, signatureHeader(body, [NEW], nowMs() - 301_000)), /tolerance/i);
});
