import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { DAY_MS, nowMs } from "#lib/kernel/clock.ts";
import {
  ENDS_OF_SUPPORT,
  NEWEST_VERSION,
  RELEASED_VERSIONS,
  supportedUntil,
} from "#lib/kernel/versions.ts";
import { createMerchant } from "#test/merchant.ts";
import { moveClock } from "#test/moving-clock.ts";
import { notifyEndsOfSupport } from "./index.ts";

const dayIn = (days: number) => new Date(nowMs() + days * DAY_MS).toISOString().slice(0, 10);

async function pinned(version: string) {
  const { account } = await createMerchant();
  await getPool().query("update accounts set test_version = $2 where id = $1", [
    account.id,
    version,
  ]);
  const mails = async () =>
    (
      await getPool().query<{ subject: string; text_body: string }>(
        "select subject, text_body from mail_messages where account_id = $1 and kind = 'version_ending'",
        [account.id],
      )
    ).rows;
  return { account, mails };
}

test("the end of a version in use is e-mailed to the owner once, also with three workers", async () => {
  const [user, other] = [await pinned("2025-10-01"), await pinned(NEWEST_VERSION)];
  const ends = { "2025-10-01": { announced: dayIn(2), ends: "2028-04-01" } } as const;
  const clock = moveClock();
  try {
    await notifyEndsOfSupport(ends);
    assert.deepEqual(await user.mails(), [], "no e-mail before the announcement");
    clock.advance(3 * DAY_MS);
    await Promise.all([1, 2, 3].map(() => notifyEndsOfSupport(ends)));
    const [mail, ...more] = await user.mails();
    assert.deepEqual(more, []);
    assert.equal(mail?.subject, "Version 2025-10-01 of the API is supported until 2028-04-01");
    assert.match(String(mail?.text_body), /The account's pin in test mode/);
    assert.deepEqual(await other.mails(), [], "no e-mail to an account that does not use it");
    // The message is pruned later; the record of the notice is not.
    await getPool().query("delete from mail_messages where account_id = $1", [user.account.id]);
    clock.advance(200 * DAY_MS);
    await notifyEndsOfSupport(ends);
    assert.deepEqual(await user.mails(), []);
  } finally {
    clock.putBack();
  }
});

test("an announced end is not earlier than promised, not of the newest version, and at least 364 days ahead", () => {
  for (const version of RELEASED_VERSIONS) {
    const end = ENDS_OF_SUPPORT[version];
    if (!end) continue;
    const promised = supportedUntil(version);
    assert.ok(promised && end.ends >= promised, `${version} ends before ${promised}`);
    assert.ok(Date.parse(end.ends) - Date.parse(end.announced) >= 364 * DAY_MS);
  }
});
