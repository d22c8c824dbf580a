import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { qrModules, qrSvg } from "./qr.ts";

const digest = (text: string) => {
  const rows = qrModules(text).map((row) => row.map((dark) => (dark ? "#" : ".")).join(""));
  return createHash("sha256").update(rows.join("\n")).digest("hex");
};

// Digests of codes that an independent reader (jsQR 1.4.0) has decoded.
test("codes equal those that a reader has decoded", () => {
  assert.equal(digest("x"), "7a0655e659c924cfe1bfcd729f21feb7d807e1bde498c0018c037095f1d1050c");
  const uri =
    "otpauth://totp/Paydesk:ada%40shop.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Paydesk";
  assert.equal(digest(uri), "fd58a91049d604cbfb107c9bb4970f85b724b20a4cf163eac99a7ba31eeee4b7");
});

test("a code is as large as its text needs, and a text that is too long throws", () => {
  assert.equal(qrModules("x").length, 21);
  assert.equal(qrModules("x".repeat(300)).length, 17 + 4 * 13);
  assert.match(qrSvg("x"), /viewBox="0 0 29 29"/);
  assert.throws(() => qrModules("x".repeat(700)), /too long/);
});
