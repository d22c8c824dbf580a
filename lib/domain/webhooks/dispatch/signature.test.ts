import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import Stripe from "stripe";
import { nowMs } from "#lib/kernel/clock.ts";
import { RELEASED_VERSIONS } from "#lib/kernel/versions.ts";
import { renderEventBody } from "#lib/wire/index.ts";
import { RESOURCES } from "#tools/golden/files.ts";
import { eventOf } from "#tools/golden/webhooks.ts";
import { newSecret } from "../endpoints/secrets.ts";
import { signatureHeader, signatureHeaders } from "./signature.ts";

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

test("Standard Webhooks' verifier accepts any body, with either secret of a rotation", () => {
  const [current, previous] = [newSecret("we_1").secret, OLD];
  fc.assert(
    fc.property(fc.json(), (body) => {
      const headers = signatureHeaders({ id: "evt_1", body }, [current, previous], nowMs());
      assert.match(headers["webhook-signature"], /^v1,[\w+/]{43}= v1,[\w+/]{43}=$/);
      for (const secret of [current, previous]) {
        // The package parses the body after verification.
        assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body));
        assert.ok(
          webhooks.signature!.verifyHeader(body, headers["Service-Signature"], secret, 300),
        );
      }
    }),
  );
});

test("both verifiers accept and parse the delivery of every version", () => {
  const event = eventOf("payment.succeeded", RESOURCES.payment!.succeeded!);
  const { secret } = newSecret("we_1");
  for (const version of RELEASED_VERSIONS) {
    const body = renderEventBody(event, version);
    const headers = signatureHeaders({ id: event.id, body }, [secret], nowMs());
    const own = webhooks.constructEvent(body, headers["Service-Signature"], secret);
    assert.deepEqual(own, JSON.parse(body), version);
    assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body), version);
  }
});

test("Standard Webhooks' verifier refuses another id, body, secret and time", () => {
  const body = '{"id":"evt_1"}';
  const { secret } = newSecret("we_1");
  const headers = signatureHeaders({ id: "evt_1", body }, [secret], nowMs());
  const verify = (text: string, changes: object, by = secret) =>
    new Webhook(by).verify(text, { ...headers, ...changes });
  assert.ok(verify(body, {}));
  assert.throws(() => verify(`${body} `, {}), /No matching signature/);
  assert.throws(() => verify(body, { "webhook-id": "evt_2" }), /No matching signature/);
  assert.throws(() => verify(body, {}, OLD), /No matching signature/);
  const late = signatureHeaders({ id: "evt_1", body }, [secret], nowMs() - 301_000);
  assert.throws(() => verify(body, late), /too old/);
});

test("new secrets are standard base64 of 24 bytes and differ", () => {
  const secrets = Array.from({ length: 100 }, () => newSecret("we_1").secret);
  assert.equal(new Set(secrets).size, 100);
  for (const secret of secrets) {
    const encoded = secret.slice("whsec_".length);
    const bytes = Buffer.from(encoded, "base64");
    assert.deepEqual([bytes.length, bytes.toString("base64")], [24, encoded]);
  }
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
