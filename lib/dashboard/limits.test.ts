import assert from "node:assert/strict";
import { test } from "node:test";
import { transact } from "#db/transact.ts";
import { createChannelIn } from "#lib/domain/alert-channels/index.ts";
import { createRule } from "#lib/domain/alerts/index.ts";
import { createScheduleIn } from "#lib/domain/reports/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { MOST_NOTES } from "#lib/kernel/vocabulary/annotations.ts";
import { Authenticator } from "#test/authenticator.ts";
import { signedIn } from "#test/dashboard.ts";
import { createMerchant } from "#test/merchant.ts";
import { openTill } from "#test/money.ts";
import { paymentRow } from "#test/money-rows.ts";

/** Creations at once; no limit is a multiple of it, so that the last ones compete for the last places. */
const AT_ONCE = 12;

/** The number of creations that succeed before the first refusal and among those beside it. */
async function most(create: () => Promise<unknown>): Promise<number> {
  for (let made = 0; ; ) {
    const done = await Promise.allSettled(Array.from({ length: AT_ONCE }, create));
    const refused = done.filter(({ status }) => status === "rejected");
    for (const { reason } of refused as PromiseRejectedResult[]) {
      assert.ok(reason instanceof ApiError && reason.code === "state_invalid", reason);
    }
    made += done.length - refused.length;
    if (refused.length > 0) return made;
  }
}

const RULE = {
  kind: "payout_returned",
  params: {},
  active: true,
  roles: ["owner"],
  members: [],
  mail: true,
  channelId: null,
} as const;

const CREATIONS: Record<string, [limit: number, create: (ctx: Context) => Promise<unknown>]> = {
  "report schedules": [
    50,
    (ctx) =>
      transact((tx) =>
        createScheduleIn(tx, ctx, { interval: "daily", query: { type: "declines" } }),
      ),
  ],
  // An account has nine from the beginning.
  "alert rules": [41, (ctx) => createRule(ctx, { ...RULE, roles: ["owner"], members: [] })],
  "alert webhooks": [
    10,
    (ctx) =>
      transact((tx) => createChannelIn(tx, ctx, { name: "Team", url: "https://a.example/hook" })),
  ],
};

for (const [things, [limit, create]] of Object.entries(CREATIONS)) {
  test(`concurrent creations of ${things} stop at the limit`, async () => {
    const { ctx } = await createMerchant();
    assert.equal(await most(() => create(ctx.test)), limit);
  });
}

test("concurrent notes about an object stop at the limit", async () => {
  const till = await openTill();
  const [visitor, payment] = [await signedIn(till), await paymentRow(till)];
  const before = MOST_NOTES - AT_ONCE - 1;
  await till.rows(`insert into object_notes (account_id, mode, id, kind, object_id, author_id, text, created_at)
    select $1, 'test', 'note_' || n, 'payment', '${payment}', '${till.userId}', 'Called', now() from generate_series(1, ${before}) n`);
  const write = async () => {
    const { status, body } = await visitor.post(`/test/annotations/${payment}/notes`, {
      text: "Called",
      mentions: [],
      attempt: crypto.randomUUID(),
    });
    if (status === 409) throw new ApiError(body.error.code, body.error.message);
  };
  assert.equal(await most(write), AT_ONCE + 1);
});

test("concurrent passkeys of a person stop at the limit", async () => {
  const visitor = await signedIn(await createMerchant());
  const add = async () => {
    const { status, body: options } = await visitor.post("/security/passkeys/options");
    if (status === 409) throw new ApiError(options.error.code, options.error.message);
    const response = new Authenticator().make(options);
    const { status: added, body } = await visitor.post("/security/passkeys", {
      name: "Laptop",
      response,
    });
    if (added === 409) throw new ApiError(body.error.code, body.error.message);
    assert.equal(added, 201);
  };
  assert.equal(await most(add), 20);
});
