// Runs alone: due work of other accounts would take turns too.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { getPool } from "#db/client.ts";
import { sendDueMail } from "#lib/domain/mail/index.ts";
import { listDueReplays } from "#lib/domain/replays/index.ts";
import { makeNextFile, prepareDownload } from "#lib/domain/reports/index.ts";
import { DUE_WORK, finishAdvances, readClock } from "#lib/domain/sandbox-clock/index.ts";
import { settleDueFunds } from "#lib/domain/settlements/index.ts";
import { leaseDueDeliveries, newQueuePlace } from "#lib/domain/webhooks/index.ts";
import { DAY_MS, dateFromMs, HOUR_MS, nowMs, SECOND_MS } from "#lib/kernel/clock.ts";
import type { DueWork, Rotation } from "#lib/kernel/due-work.ts";
import { newId } from "#lib/kernel/ids.ts";
import { asOwner } from "#test/as-owner.ts";
import { DUE_KINDS, type DueKind } from "#test/due-kinds.ts";
import { entryRow } from "#test/entry-rows.ts";
import { endpointRow } from "#test/hook-rows.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { moveClock } from "#test/moving-clock.ts";
import { ACCOUNT_LOOPS } from "./index.ts";

const MANY = 2_000;
const NONE: ReadonlySet<string> = new Set();

/** The other loops: each has its own test that another account's work is done in the first turn. */
const OTHERS: Readonly<Record<string, (busy: Merchant, other: Merchant) => Promise<void>>> = {
  deliveries: showDeliveries,
  mail: showMail,
  replays: showReplays,
  downloads: showDownloads,
  settlements: showSettlements,
  "sandbox clocks": showClocks,
};

let made: string[] = [];
afterEach(async () => {
  for (const table of made) await insert(`delete from ${table}`);
  made = [];
});

/** Runs one statement without foreign key checks, on every node of a cluster. */
async function insert(sql: string, values: readonly unknown[] = []): Promise<void> {
  await asOwner(async (client) => {
    await client.query("begin");
    await client.query("set local citus.propagate_set_commands = 'local'");
    await client.query("set local session_replication_role = replica");
    await client.query(sql, [...values]);
    await client.query("commit");
  });
}

type Rows = { count: number; due: string };

async function dueRows(kind: DueKind, { account }: Merchant, { count, due }: Rows): Promise<void> {
  const { table, columns } = kind;
  // New accounts have rows of their own: the first weekly e-mail is due on Monday.
  if (!made.includes(table)) await insert(`delete from ${table}`);
  made.push(table);
  await insert(
    `insert into ${table} (account_id, id, mode, ${kind.due}, ${Object.keys(columns).join(", ")})
     select $1, 'row_' || $1 || n, 'test', now() + $3::interval, ${Object.values(columns).join(", ")}
       from generate_series(1, $2::int) n`,
    [account.id, count, due],
  );
}

test("every loop that works for accounts has a row here", () => {
  const rows = [...Object.keys(DUE_KINDS), ...Object.keys(OTHERS)].sort();
  assert.deepEqual(rows, Object.keys(ACCOUNT_LOOPS).sort());
});

const idsOf = async (claimed: ReturnType<DueWork["claimTurns"]>) =>
  (await claimed).map(({ id }) => id);

for (const work of DUE_WORK) {
  const kind = DUE_KINDS[work.name]!;

  test(`${work.name}: after one turn of an account with 2,000 due rows, another account has its turn`, async () => {
    const busy = await createMerchant();
    const other = await createMerchant();
    const ahead = await createMerchant();
    await dueRows(kind, busy, { count: MANY, due: "-1 hour" });
    await dueRows(kind, other, { count: 1, due: "-1 second" });
    await dueRows(kind, ahead, { count: 1, due: "1 hour" });
    await getPool().query(
      "insert into sandbox_clocks (account_id, ahead_ms, target_ms) values ($1, $2, $2)",
      [ahead.account.id, DAY_MS],
    );
    const rotation: Rotation = { last: null };
    const turns: string[][] = [];
    for (let n = 0; n < 3; n++) {
      const claimed = await work.claimTurns({ rotation, turns: 1, perTurn: 4, passOver: NONE });
      assert.equal(new Set(claimed.map(({ accountId }) => accountId)).size, 1);
      turns.push(claimed.map(({ accountId }) => accountId));
    }
    const sizes = new Map(turns.map((owners) => [owners[0], owners.length]));
    assert.equal(sizes.get(busy.account.id), 4);
    assert.equal(sizes.get(other.account.id), 1);
    assert.equal(sizes.get(ahead.account.id), 1, "what is due by the account's own clock");
  });

  test(`${work.name}: a row is claimed once until its lease ends`, async () => {
    const merchant = await createMerchant();
    await dueRows(kind, merchant, { count: 30, due: "-1 hour" });
    const params = { turns: 1, perTurn: 10, passOver: NONE };
    const claims = await Promise.all(
      [1, 2, 3].map(() => idsOf(work.claimTurns({ ...params, rotation: { last: null } }))),
    );
    const rest = await idsOf(work.claimOf(merchant.account.id, 30));
    const all = [...claims.flat(), ...rest];
    assert.deepEqual([all.length, new Set(all).size], [30, 30]);
    assert.deepEqual(await idsOf(work.claimOf(merchant.account.id, 30)), []);
    const clock = moveClock();
    try {
      clock.advance(HOUR_MS + 1);
      assert.equal((await work.claimOf(merchant.account.id, 30)).length, 30);
    } finally {
      clock.putBack();
    }
  });
}

test("a row that falls due next to a backlog is claimed within a second", async () => {
  const [work, kind] = [DUE_WORK.find(({ name }) => name === "payouts")!, DUE_KINDS.payouts!];
  const busy = await createMerchant();
  const other = await createMerchant();
  const later = await createMerchant();
  await dueRows(kind, busy, { count: MANY, due: "-1 hour" });
  await dueRows(kind, later, { count: 1, due: "1 hour" });
  const rotation: Rotation = { last: null };
  const claim = async () => {
    const tasks = await work.claimTurns({ rotation, turns: 4, perTurn: 4, passOver: NONE });
    return [...new Set(tasks.map(({ accountId }) => accountId))].sort();
  };
  const clock = moveClock();
  try {
    assert.deepEqual(await claim(), [busy.account.id]);
    await dueRows(kind, other, { count: 1, due: "-1 second" });
    assert.deepEqual(await claim(), [busy.account.id], "all owners were looked at just now");
    clock.advance(SECOND_MS);
    assert.deepEqual(await claim(), [busy.account.id, other.account.id].sort());
  } finally {
    clock.putBack();
  }
});

for (const [name, show] of Object.entries(OTHERS)) {
  test(`${name}: a long queue of one account does not delay another account's turn`, async () => {
    await show(await createMerchant(), await createMerchant());
  });
}

async function showDeliveries(busy: Merchant, other: Merchant): Promise<void> {
  const deliver = async (merchant: Merchant, count: number, age: string) => {
    const endpoint = await endpointRow(merchant);
    await insert(
      `insert into deliveries (account_id, id, mode, event_id, event_type, object_id, endpoint_id, status,
                               next_attempt_at)
       select $1, id, 'test', id, 'payment.succeeded', 'pay_1', $2, 'pending', now() - $4::interval
         from unnest($3::text[]) id`,
      [merchant.account.id, endpoint, Array.from({ length: count }, () => newId("dlv")), age],
    );
  };
  made.push("deliveries");
  for (let n = 0; n < 20; n++) await deliver(busy, MANY / 20, "1 hour");
  await deliver(other, 1, "1 second");
  const { rows } = await leaseDueDeliveries({
    ...({ status: "pending", limit: 64, perEndpoint: 64, perFailingEndpoint: 4 } as const),
    ...{ passOver: [], whole: false, place: newQueuePlace(), leaseMs: 30_000 },
    accounts: { most: 48, underWay: new Map() },
  });
  const accounts = rows.map(({ accountId }) => accountId);
  assert.ok(accounts.slice(0, 2).includes(other.account.id));
  assert.equal(accounts.filter((id) => id === busy.account.id).length, 48);
}

async function showMail(busy: Merchant, other: Merchant): Promise<void> {
  made.push("mail_messages");
  const queue = ({ account }: Merchant, count: number, age: string) =>
    insert(
      `insert into mail_messages (account_id, id, kind, fact, recipient, subject, text_body, html_body, next_attempt_at)
       select $1, 'eml_' || n, 'a_test', 'fact ' || n, n || $1 || '@shop.example', 'Subject', 'Text', 'Text',
              now() - $3::interval
         from generate_series(1, $2::int) n`,
      [account.id, count, age],
    );
  await queue(busy, MANY, "1 hour");
  await queue(other, 1, "1 second");
  const sent: string[] = [];
  await sendDueMail(async ({ recipient }) => void sent.push(recipient));
  assert.ok(
    sent.some((recipient) => recipient.includes(other.account.id)),
    sent.join(),
  );
}

async function showReplays(busy: Merchant, other: Merchant): Promise<void> {
  made.push("replays");
  const add = ({ account }: Merchant, count: number, age: string) =>
    insert(
      `insert into replays (account_id, id, mode, from_at, to_at, endpoints, types, statuses, dry_run, status, total,
                            forecast, due_at)
       select $1, 'rpl_' || n, 'test', now(), now(), '{}', '{}', '{}', false, 'running', 1, '{}',
              now() - $3::interval
         from generate_series(1, $2::int) n`,
      [account.id, count, age],
    );
  await add(busy, MANY, "1 hour");
  await add(other, 1, "1 second");
  const due = (await listDueReplays(32)).map(({ accountId }) => accountId);
  assert.deepEqual(
    due,
    [busy, other, busy, busy, busy].map(({ account }) => account.id),
  );
}

async function showDownloads(busy: Merchant, other: Merchant): Promise<void> {
  const prepare = async (merchant: Merchant) => {
    const query = { type: "settlement", status: "unsettled" } as const;
    return (await prepareDownload(merchant.ctx.test, query)).id;
  };
  const third = await createMerchant();
  for (let n = 0; n < 5; n++) for (const one of [busy, third]) await prepare(one);
  const late = await prepare(other);
  for (let n = 0; n < 3; n++) await makeNextFile(new AbortController().signal);
  const { rows } = await getPool().query("select status from downloads where id = $1", [late]);
  assert.deepEqual(rows, [{ status: "ready" }]);
  while (await makeNextFile(new AbortController().signal));
}

/** Settles the funds of both accounts while another transaction locks those of the busy one. */
async function showSettlements(busy: Merchant, other: Merchant): Promise<void> {
  for (const one of [busy, other])
    await entryRow(one, { createdAt: dateFromMs(nowMs() - 2 * DAY_MS) });
  const settled = async ({ account }: Merchant) =>
    (await getPool().query("select from settlements where account_id = $1", [account.id])).rowCount;
  await whileHeld("balance_transactions", busy, settleDueFunds, async () => {
    while ((await settled(other)) === 0);
    assert.equal(await settled(busy), 0);
  });
  assert.equal(await settled(busy), 1);
}

/** Advances the clocks of both accounts while another transaction locks the busy one's clock. */
async function showClocks(busy: Merchant, other: Merchant): Promise<void> {
  for (const { account } of [busy, other]) {
    const params = "insert into sandbox_clocks (account_id, target_ms) values ($1, 1000)";
    await getPool().query(params, [account.id]);
  }
  const arrived = async ({ ctx }: Merchant) => !(await readClock(ctx.test)).isAdvancing;
  await whileHeld("sandbox_clocks", busy, finishAdvances, async () => {
    while (!(await arrived(other)));
    assert.equal(await arrived(busy), false);
  });
  // A round gives up a clock that takes long, as one whose row was locked may.
  await finishAdvances();
  assert.equal(await arrived(busy), true);
}

async function whileHeld(
  table: string,
  { account }: Merchant,
  work: () => Promise<void>,
  check: () => Promise<void>,
): Promise<void> {
  const client = await getPool().connect();
  try {
    await client.query("begin");
    await client.query(`select from ${table} where account_id = $1 for update`, [account.id]);
    const working = work();
    await check();
    await client.query("rollback");
    await working;
  } finally {
    client.release();
  }
}
