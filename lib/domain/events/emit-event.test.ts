import assert from "node:assert/strict";
import { before, test } from "node:test";
import { db, getPool, schema } from "#db/client.ts";
import { textOf } from "#db/shards.ts";
import { transact } from "#db/transact.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { encryptSecret } from "#lib/kernel/crypto.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import { recordsSql, recordsValues } from "#lib/kernel/record-rows.ts";
import { shardSql } from "#lib/kernel/shard-sql.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import { createMerchant } from "#test/merchant.ts";
import { emitEvent, eventFanoutSql, FANOUT_COLUMNS, fanoutRow, toEvent } from "./index.ts";

async function newAccount(): Promise<Context> {
  return (await createMerchant()).ctx.test;
}

async function subscribe(
  ctx: Context,
  events: string[],
  changes: { mode?: Mode; status?: "enabled" | "disabled"; deletedAt?: Date } = {},
): Promise<Id<"we">> {
  const id = newId("we");
  await db()
    .insert(schema.webhookEndpoints)
    .values({
      accountId: ctx.accountId,
      id,
      mode: "test",
      url: "https://example.com/hook",
      events,
      version: NEWEST_VERSION,
      secret: encryptSecret("whsec_x", id),
      secretHint: "x",
      ...changes,
    });
  return id;
}

type Row = { id: string; endpoint_id: string; status: string; due: boolean; event_id: string };

async function deliveriesOf(ctx: Context): Promise<Row[]> {
  const { rows } = await getPool().query<Row>(
    `select id, endpoint_id, status, next_attempt_at is not null as due, event_id
     from all_deliveries where account_id = $1 order by id`,
    [ctx.accountId],
  );
  return rows;
}

const paid = { type: "payment.succeeded", objectId: "pay_1", data: { id: "pay_1" } } as const;

let ctx: Context;
before(async () => {
  ctx = await newAccount();
});

test("an event goes to every endpoint that subscribes to its type, its family or *, and to no other", async () => {
  const wanted = [
    await subscribe(ctx, ["payment.succeeded"]),
    await subscribe(ctx, ["refund.settled", "payment.*"]),
    await subscribe(ctx, ["*"]),
  ];
  const disabled = await subscribe(ctx, ["*"], { status: "disabled" });
  await subscribe(ctx, ["payment.failed", "refund.*"]);
  await subscribe(ctx, ["*"], { mode: "live" });
  await subscribe(ctx, ["*"], { deletedAt: now() });
  await subscribe(await newAccount(), ["*"]);

  const event = await transact((tx) => emitEvent(tx, ctx, paid));

  const rows = await deliveriesOf(ctx);
  const of = (status: string) => rows.filter((row) => row.status === status);
  assert.deepEqual(
    of("pending")
      .map((row) => row.endpoint_id)
      .sort(),
    wanted.sort(),
  );
  assert.ok(of("pending").every((row) => row.due && row.event_id === event.id));
  assert.deepEqual(
    of("held").map((row) => [row.endpoint_id, row.due]),
    [[disabled, false]],
  );
  assert.ok(rows.every((row) => row.id.startsWith(event.id.replace("evt_", "dlv_"))));
});

test("no event is written when the transaction does not commit", async () => {
  const other = await newAccount();
  await subscribe(other, ["*"]);
  await assert.rejects(
    transact(async (tx) => {
      await emitEvent(tx, other, paid);
      throw new Error("the state change failed");
    }),
    /the state change failed/,
  );
  const { rows } = await getPool().query("select 1 from events where account_id = $1", [
    other.accountId,
  ]);
  assert.equal(rows.length, 0);
  assert.deepEqual(await deliveriesOf(other), []);
});

test("a one-statement transaction writes its event only when it changes the state", async () => {
  const other = await newAccount();
  await subscribe(other, ["*"]);
  const sql = shardSql(
    (held) => `with proceed as (
      update accounts set name = $2 where id = any ($1::text[]) and name <> $2 returning id as account_id
    ), announced as (
      select account_id, 'test' as mode, row_.*
        from proceed, ${recordsSql(3, "row_", FANOUT_COLUMNS)}
    ), ${eventFanoutSql("announced", held)} select 1`,
  );
  const values = () => [
    [other.accountId],
    "renamed",
    ...recordsValues(FANOUT_COLUMNS, [fanoutRow(toEvent(other, paid))]),
  ];

  await getPool().query(textOf(sql), values());
  await getPool().query(textOf(sql), values());

  const { rows } = await getPool().query("select 1 from events where account_id = $1", [
    other.accountId,
  ]);
  assert.equal(rows.length, 1);
  assert.equal((await deliveriesOf(other)).length, 1);
});

test("an event stores the object exactly as rendered, including the order of fields", async () => {
  const data = { object: "payment", id: "pay_2", metadata: { b: "1", a: "2" }, amount: 1250 };
  const event = await transact((tx) => emitEvent(tx, ctx, { ...paid, data }));
  const { rows } = await getPool().query("select data::text as text from events where id = $1", [
    event.id,
  ]);
  assert.equal(rows[0].text, JSON.stringify(data));
});
