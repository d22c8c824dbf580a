import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { clientOf, headersOf } from "./context.ts";

const passOn = (client: string | null) =>
  headersOf({ address: "203.0.113.9", client }).get("user-agent");

test("a caller's name can be passed on in a header after redaction", () => {
  for (const sent of [
    "Shop/1.0 4242424242424242",
    "4242 4242 4242 4242, 12/30 737",
    "curl Bearer abcdefgh",
    "sk_test_0123456789abcdef",
  ]) {
    const client = clientOf(new Headers({ "User-Agent": sent }));
    assert.notEqual(client, sent);
    assert.match(passOn(client) ?? "", /\.\.\.|\*/);
  }
  assert.equal(passOn("Zoë's shop/1.0"), "Zoë's shop/1.0");
  assert.equal(passOn(null), null);
});

test("any text is accepted as a caller's name", () => {
  const text = fc.string({ unit: "binary" });
  fc.assert(fc.property(text, (client) => passOn(client) !== undefined));
});
