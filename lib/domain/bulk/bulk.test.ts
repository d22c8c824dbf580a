import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { dueBulkJobs } from "#lib/domain/bulk/index.ts";
import { finishDue } from "#lib/kernel/due-work.ts";
import { MOST_TRIES } from "#lib/kernel/vocabulary/row-jobs.ts";
import { railFor, useRail } from "#lib/rails/index.ts";
import { plantFault } from "#test/as-owner.ts";
import { signedIn } from "#test/dashboard.ts";
import { createMerchant } from "#test/merchant.ts";
import { openTill } from "#test/money.ts";

const DISPUTED = "pm_test_4000000000000259";
const attempt = () => crypto.randomUUID();

async function open() {
  const till = await openTill();
  const visitor = await signedIn(till);
  const pay = async (params: object = {}): Promise<string> => (await till.charge(params)).body.id;
  const work = () => finishDue(dueBulkJobs, till.account.id);
  const again = () =>
    getPool().query(
      "update bulk_jobs set due_at = now() - interval '1 second' where account_id = $1 and due_at is not null",
      [till.account.id],
    );
  const refund = (ids: string[], key = attempt()) =>
    visitor.post("/test/bulk-refunds", { chosen: { ids }, reason: "duplicate", attempt: key });
  const job = async (id: string) => (await visitor.get(`/test/bulk-jobs/${id}`)).body;
  const objects = async (id: string, query = "") =>
    (await visitor.get(`/test/bulk-jobs/${id}/objects${query}`)).body.objects as {
      id: string;
      state: string;
      why: string | null;
    }[];
  const refunds = () =>
    till.rows<{ payment_id: string; amount: string }>(
      "select payment_id, amount::text from refunds where account_id = $1 order by id",
    );
  return { till, visitor, pay, work, again, refund, job, objects, refunds };
}

test("each chosen payment is refunded in full, and a refused one has the reason", async () => {
  const { till, visitor, pay, work, refund, job, objects, refunds } = await open();
  const [whole, part] = [await pay({ amount: 1_000 }), await pay({ amount: 2_000 })];
  const disputed = await pay({ amount: 500, payment_method: DISPUTED });
  await till.call("POST", "/v1/test/clock/advance", { seconds: 3_600 });
  await till.refund({ payment: part, amount: 700 });
  const ids = [whole, part, disputed];
  const preview = await visitor.post("/test/bulk-refunds/preview", { chosen: { ids } });
  assert.deepEqual(preview.body.refundable, [{ currency: "EUR", count: 2, amount: "2300" }]);
  assert.equal(preview.body.refused.length, 1);
  assert.match(preview.body.refused[0].reason, /disputed/);

  const key = attempt();
  const { status, body } = await refund(ids, key);
  assert.equal(status, 201);
  assert.deepEqual((await refund(ids, key)).body, body, "a second press is the same job");
  await work();
  const done = await job(body.jobId);
  assert.deepEqual([done.status, done.isMoving], ["completed", false]);
  assert.deepEqual(
    (await refunds())
      .map((one) => [one.payment_id, one.amount])
      .slice(1)
      .sort(),
    [
      [part, "1300"],
      [whole, "1000"],
    ].sort(),
  );
  const refused = await objects(body.jobId, "?state=refused");
  assert.deepEqual(
    refused.map(({ id }) => id),
    [disputed],
  );
  assert.match(refused[0]!.why ?? "", /disputed/);
  const [entry] = await till.rows<{ actor_type: string; actor_id: string }>(
    "select actor_type, actor_id from audit_entries where account_id = $1 and action = 'refund.created' order by id desc limit 1",
  );
  assert.deepEqual(entry, { actor_type: "member", actor_id: till.userId });
  assert.equal((await refund(ids)).status, 409, "nothing is left to refund");
});

test("no payment is refunded twice by racing workers or after a crash between refund and result", async () => {
  const { till, pay, work, again, refund, job, refunds } = await open();
  const ids = await Promise.all(Array.from({ length: 12 }, () => pay({ amount: 900 })));
  const { body } = await refund(ids);
  // Several workers that all believe to hold the lease.
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      await again();
      await work();
    }),
  );
  assert.equal((await refunds()).length, 12);
  // As a worker leaves it that was killed after the refund and before its result; the whole job is due again.
  await till.rows(
    "with x as (update bulk_items set state = 'begun', result_id = null where account_id = $1 returning 1) select count(*) from x",
  );
  await till.rows(
    "with x as (update bulk_jobs set status = 'running', due_at = now() - interval '1 second', finished_at = null where account_id = $1 returning 1) select count(*) from x",
  );
  await work();
  assert.equal((await refunds()).length, 12, "the same keys found the same refunds");
  const { status, totals } = await job(body.jobId);
  assert.equal(status, "completed");
  assert.deepEqual(totals, [{ state: "done", currency: "EUR", count: 12, amount: "10800" }]);
  const [sum] = await till.rows<{ most: number }>(
    "select max(amount_refunded - amount_captured)::int as most from payments where account_id = $1",
  );
  assert.equal(sum!.most, 0);
});

test("a refund that fails for an unexpected reason ends as failed, its job completes, and no later try makes it", async () => {
  const { till, pay, work, again, refund, job, objects, refunds } = await open();
  const ids = [await pay({ amount: 900 }), await pay({ amount: 800 })];
  const [bad, good] = ids as [string, string];
  const mend = await plantFault("refunds", `payment_id = '${bad}'`);
  try {
    const { body } = await refund(ids);
    for (let n = 1; n <= MOST_TRIES; n++) {
      await work();
      assert.equal((await job(body.jobId)).isMoving, n < MOST_TRIES, `after try ${n}`);
      await again();
    }
    const rows = await objects(body.jobId);
    assert.deepEqual(
      rows.map(({ id, state }) => [id, state]),
      [
        [good, "done"],
        [bad, "failed"],
      ],
    );
    assert.match(rows[1]!.why ?? "", /unexpected error stopped this 5 times/);
    assert.equal((await job(body.jobId)).status, "completed");
  } finally {
    await mend();
  }
  // A worker that was slow all the time gets the end of the row, not a refund.
  await till.rows(
    "with x as (update bulk_items set state = 'begun' where account_id = $1 and state = 'failed' returning 1) select count(*) from x",
  );
  await till.rows(
    "with x as (update bulk_jobs set status = 'running', due_at = now() - interval '1 second' where account_id = $1 returning 1) select count(*) from x",
  );
  await work();
  assert.deepEqual(
    (await refunds()).map(({ payment_id }) => payment_id),
    [good],
  );
});

test("a refund whose answer the rail never gives is asked about, made once, and ends its row", async () => {
  const { pay, work, again, refund, job, objects, refunds } = await open();
  const { body } = await refund([await pay({ amount: 900 })]);
  const restore = useRail("test", {
    ...railFor("test"),
    refund: async () => {
      throw new Error("planted fault");
    },
    refundStatus: async () => {
      throw new Error("planted fault");
    },
  });
  try {
    for (let n = 1; n <= MOST_TRIES; n++) {
      await work();
      await again();
    }
  } finally {
    restore();
  }
  assert.equal((await job(body.jobId)).status, "completed");
  assert.equal((await refunds()).length, 1);
  const [row] = (await objects(body.jobId)) as unknown as { state: string; resultId: string }[];
  assert.equal(row!.state, "done");
  assert.match(row!.resultId, /^re_/);
});

test("a tag that cannot be written ends as failed, and the others are written", async () => {
  const { visitor, pay, work, again, job, objects } = await open();
  const ids = [await pay(), await pay()];
  const mend = await plantFault("object_tags", `object_id = '${ids[0]}'`);
  try {
    const { body } = await visitor.post("/test/bulk-tags", {
      ...{ list: "payments", chosen: { ids }, change: { add: "vip" }, attempt: attempt() },
    });
    for (let n = 1; n <= MOST_TRIES; n++) {
      await work();
      await again();
    }
    const { status, isMoving } = await job(body.jobId);
    assert.deepEqual([status, isMoving], ["completed", false]);
    const failed = await objects(body.jobId, "?state=failed");
    assert.deepEqual(
      failed.map(({ id }) => id),
      [ids[0]],
    );
    const done = await objects(body.jobId, "?state=done");
    assert.equal(done.length, 1);
  } finally {
    await mend();
  }
});

test("a stopped job begins nothing more, and finishes what had begun", async () => {
  const { till, visitor, pay, work, refund, job, refunds } = await open();
  const ids = [await pay(), await pay(), await pay()];
  const { body } = await refund(ids);
  await till.rows(
    `with x as (update bulk_items set state = 'begun' where account_id = $1 and object_id = '${ids[1]}' returning 1) select count(*) from x`,
  );
  assert.equal((await visitor.post(`/test/bulk-jobs/${body.jobId}/stop`)).status, 200);
  assert.equal((await visitor.post(`/test/bulk-jobs/${body.jobId}/stop`)).status, 409);
  await work();
  assert.deepEqual(
    (await refunds()).map((one) => one.payment_id),
    [ids[1]],
  );
  const { status, isMoving } = await job(body.jobId);
  assert.deepEqual([status, isMoving], ["stopped", false]);
});

test("a member who lost the role refunds nothing more", async () => {
  const { till, pay, work, refund, objects, refunds } = await open();
  const { body } = await refund([await pay()]);
  await till.rows(
    "with x as (update members set role = 'finance' where account_id = $1 returning 1) select count(*) from x",
  );
  await work();
  assert.deepEqual(await refunds(), []);
  const [row] = await objects(body.jobId);
  assert.equal(row!.state, "refused");
  assert.match(row!.why ?? "", /may not do this any more/);
});

test("all rows of a filter are tagged, and undo leaves those that had the tag before", async () => {
  const { visitor, pay, work, job, objects } = await open();
  const [had, plain] = [
    await pay({ description: "Order A" }),
    await pay({ description: "Order A" }),
  ];
  const other = await pay({ description: "Order B" });
  await visitor.post(`/test/annotations/${had}/tags`, { add: "VIP" });
  const tags = async (id: string) => (await visitor.get(`/test/annotations/${id}`)).body.tags;
  const { status, body } = await visitor.post("/test/bulk-tags", {
    ...{ list: "payments", chosen: { filter: { q: "Order A" } }, change: { add: "vip" } },
    attempt: attempt(),
  });
  assert.equal(status, 201);
  assert.equal(
    (await visitor.post(`/test/bulk-jobs/${body.jobId}/undo`)).status,
    409,
    "unfinished",
  );
  await work();
  assert.deepEqual(
    (await objects(body.jobId)).map(({ id, state }) => [id, state]),
    [
      [plain, "done"],
      [had, "unchanged"],
    ],
  );
  assert.deepEqual([await tags(had), await tags(plain), await tags(other)], [["VIP"], ["vip"], []]);
  const [one, two] = await Promise.all([
    visitor.post(`/test/bulk-jobs/${body.jobId}/undo`),
    visitor.post(`/test/bulk-jobs/${body.jobId}/undo`),
  ]);
  assert.equal(one.body.jobId, two.body.jobId, "undone once");
  await work();
  assert.deepEqual([await tags(had), await tags(plain)], [["VIP"], []]);
  assert.equal((await job(body.jobId)).undoneBy, one.body.jobId);
});

test("objects of another account are refused, and its jobs are not found", async () => {
  const { visitor, work, objects } = await open();
  const stranger = await open();
  const foreign = await stranger.pay();
  const { body } = await visitor.post("/test/bulk-tags", {
    ...{ list: "payments", chosen: { ids: [foreign] }, change: { add: "mine" } },
    attempt: attempt(),
  });
  await work();
  const [row] = await objects(body.jobId);
  assert.equal(row!.state, "refused");
  assert.deepEqual((await stranger.visitor.get(`/test/annotations/${foreign}`)).body.tags, []);
  const outsider = await signedIn(await createMerchant());
  for (const path of ["", "/objects"]) {
    assert.equal((await outsider.get(`/test/bulk-jobs/${body.jobId}${path}`)).status, 404);
  }
  assert.equal((await outsider.post(`/test/bulk-jobs/${body.jobId}/stop`)).status, 404);
  assert.equal((await visitor.get(`/live/bulk-jobs/${body.jobId}`)).status, 404);
});
