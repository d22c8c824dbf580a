import assert from "node:assert/strict";
import { test } from "node:test";
import { codeOf, newTotpSecret, stepAt, stepOfCode, totpUri } from "./totp.ts";

/** "12345678901234567890" in base 32: the key of the examples in RFC 6238. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test("codes equal the test vectors of RFC 6238", () => {
  for (const [seconds, code] of [
    [59, "287082"],
    [1111111109, "081804"],
    [1111111111, "050471"],
    [1234567890, "005924"],
    [2000000000, "279037"],
    [20000000000, "353130"],
  ] as const) {
    assert.equal(codeOf(SECRET, stepAt(seconds * 1_000)), code);
  }
});

test("a code is valid in its own time step and the adjacent ones, and its step is returned", () => {
  const secret = newTotpSecret();
  assert.match(secret, /^[A-Z2-7]{32}$/);
  const ms = 1_760_000_000_000;
  const step = stepAt(ms);
  for (const off of [-1, 0, 1]) {
    assert.equal(stepOfCode(secret, codeOf(secret, step + off), ms), step + off);
  }
  for (const off of [-2, 2]) assert.equal(stepOfCode(secret, codeOf(secret, step + off), ms), null);
  const spaced = codeOf(secret, step).replace(/^.../, "$& ");
  assert.equal(stepOfCode(secret, spaced, ms), step);
  for (const wrong of ["", "12345", "1234567", "abcdef"]) {
    assert.equal(stepOfCode(secret, wrong, ms), null);
  }
});

test("the QR code's URI contains the issuer and the person", () => {
  assert.equal(
    totpUri("ABC", "ada@shop.example", "Paydesk"),
    "otpauth://totp/Paydesk:ada%40shop.example?secret=ABC&issuer=Paydesk",
  );
});
