import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { qrSvg } from "./qr.ts";

/** The digest of a code's dark modules, row by row, without the quiet zone. */
function digest(svg: string): string {
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]) - 8;
  const rows = Array.from({ length: size }, () => Array<string>(size).fill("."));
  for (const [, x, y] of svg.matchAll(/M(\d+),(\d+)h1/g)) rows[Number(y) - 4]![Number(x) - 4] = "#";
  return createHash("sha256")
    .update(rows.map((row) => row.join("")).join("\n"))
    .digest("hex");
}

// An independent reader (jsQR 1.4.0) has read the codes with these digests.
test("codes are those that a reader has read", () => {
  assert.equal(
    digest(qrSvg("x")),
    "7a0655e659c924cfe1bfcd729f21feb7d807e1bde498c0018c037095f1d1050c",
  );
  const uri =
    "otpauth://totp/Paydesk:ada%40shop.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Paydesk";
  assert.equal(
    digest(qrSvg(uri)),
    "8c9f54c16bacd8afbc164685a4dc45208279e1032561d206a4521a31bd5e6d8e",
  );
});

test("a code is as large as its text needs, and one that is too long is refused", () => {
  assert.match(qrSvg("x"), /viewBox="0 0 29 29"/);
  assert.throws(() => qrSvg("x".repeat(3_000)));
});
