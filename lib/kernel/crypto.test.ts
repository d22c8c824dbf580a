import assert from "node:assert/strict";
import { test } from "node:test";
import { decryptSecret, deriveKey, encryptSecret, keyedHash } from "./crypto.ts";

const SECRET = "whsec_a secret of somebody's";

test("a secret can be decrypted only with the row id it was bound to", () => {
  const kept = encryptSecret(SECRET, "we_one");
  assert.equal(decryptSecret(kept, "we_one"), SECRET);
  assert.throws(() => decryptSecret(kept, "we_two"));
});

test("a change of any single bit is detected", () => {
  const kept = encryptSecret(SECRET, "we_one");
  for (let at = 0; at < kept.length; at++) {
    const changed = Buffer.from(kept);
    changed[at]! ^= 1;
    assert.throws(() => decryptSecret(changed, "we_one"), `byte ${at}`);
  }
  for (const length of [0, 1, 20, kept.length - 1]) {
    assert.throws(() => decryptSecret(kept.subarray(0, length), "we_one"), `${length} bytes`);
  }
});

test("a secret is encrypted differently each time and does not appear in the ciphertext", () => {
  const all = Array.from({ length: 100 }, () => encryptSecret(SECRET, "we_one"));
  assert.equal(new Set(all.map((kept) => kept.toString("hex"))).size, 100);
  for (const kept of all) assert.ok(!kept.includes(SECRET.slice(0, 6)));
});

test("each purpose has its own 256-bit key", () => {
  const purposes = ["api-key-hash", "secret-encryption", "session", "invitation"] as const;
  const keys = purposes.map((purpose) => deriveKey(purpose));
  assert.deepEqual(
    keys.map((key) => key.length),
    purposes.map(() => 32),
  );
  assert.equal(new Set(keys.map((key) => key.toString("hex"))).size, purposes.length);
  assert.notDeepEqual(keyedHash("session", "x"), keyedHash("invitation", "x"));
});
