import { equalInConstantTime, keyedHash, keyedHashes } from "#lib/kernel/crypto.ts";
import { env } from "#lib/kernel/env.ts";
import type { Id } from "#lib/kernel/ids.ts";

/** Before the id of a bank payment, which has another prefix. */
const BANK = "bp-";

type Challenge = { accountId: string; paymentId: string; expiresAtMs: number };

/** The URL (with `path`) at which the payer answers a challenge of the sandbox's bank. Anyone with the URL can
 * answer, so it contains a keyed hash of its content and expiry and can be neither guessed nor changed. */
export function challengeUrl(challenge: Challenge, path: "/3d-secure" | "/bank"): string {
  const named = [
    challenge.accountId.replace(/^acct_/, ""),
    challenge.paymentId.replace(/^pay_/, "").replace(/^bp_/, BANK),
    challenge.expiresAtMs.toString(36),
  ].join(".");
  return `${env.publicUrl}${path}/${named}.${digestOf(named).toString("base64url")}`;
}

/** The content of a link; null if it is not ours. The caller checks the expiry. */
export function readChallengeToken(
  token: string,
): { accountId: Id<"acct">; paymentId: Id<"pay">; expiresAtMs: number } | null {
  const parts = /^([0-9a-z]{1,40})\.((?:bp-)?[0-9a-z]{1,40})\.([0-9a-z]{1,12})\.([\w-]{43})$/.exec(
    token,
  );
  if (!parts) return null;
  const [, account = "", payment = "", expiry = "", digest = ""] = parts;
  const given = Buffer.from(digest, "base64url");
  const expected = keyedHashes("challenge-link", `${account}.${payment}.${expiry}`);
  if (!expected.some((one) => equalInConstantTime(one, given))) return null;
  return {
    accountId: `acct_${account}`,
    paymentId: payment.startsWith(BANK) ? `bp_${payment.slice(BANK.length)}` : `pay_${payment}`,
    expiresAtMs: Number.parseInt(expiry, 36),
  };
}

const digestOf = (named: string) => keyedHash("challenge-link", named);
