import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { ApiError } from "./errors.ts";
import { runOffLoop } from "./off-loop.ts";

const task = (body: string) => new URL(`data:text/javascript,${encodeURIComponent(body)}`);
const double = task(`export default (n) => ({
  result: 2 * n, rows: Array.from({ length: n }, (_, i) => i),
})`);

test("a task's result and all its rows arrive in order", async () => {
  const { result, rows } = await runOffLoop<number, number>(double, 1_001);
  assert.equal(result, 2_002);
  assert.deepEqual(
    rows,
    Array.from({ length: 1_001 }, (_, i) => i),
  );
});

test("tasks run one after another in a separate thread", async () => {
  const order = task(`import { threadId } from "node:worker_threads";
    globalThis.atWork ??= 0;
    export default () => {
      const together = ++globalThis.atWork;
      for (const end = performance.now() + 5; performance.now() < end; );
      globalThis.atWork--;
      return { result: { together, threadId }, rows: [] };
    }`);
  const done = await Promise.all(
    [1, 2, 3].map(() => runOffLoop<{ together: number; threadId: number }, never>(order, null)),
  );
  assert.deepEqual(
    done.map(({ result }) => result.together),
    [1, 1, 1],
  );
  assert.ok(done.every(({ result }) => result.threadId !== 0));
});

test("a task's memory is freed before its rows are returned", async () => {
  const MIB = 2 ** 20;
  const read = task(`export default (bytes) => {
    const parsed = Array.from({ length: 600_000 }, (_, i) => ({ i, text: "row " + i }));
    return { result: bytes.byteLength, rows: parsed.slice(0, 300) };
  }`);
  const measure = task(`import { getHeapStatistics } from "node:v8";
    export default () => ({ result: getHeapStatistics(), rows: [] })`);
  const bytes = new Uint8Array(16 * MIB);
  const done = await runOffLoop<number, object>(read, bytes, [bytes.buffer]);
  assert.deepEqual([done.result, done.rows.length], [16 * MIB, 300]);
  const { result } = await runOffLoop<{ total_heap_size: number; external_memory: number }, never>(
    measure,
    null,
  );
  assert.ok(result.total_heap_size < 24 * MIB, `${result.total_heap_size} bytes of heap are left`);
  assert.ok(
    result.external_memory < 12 * MIB,
    `${result.external_memory} bytes beside it are left`,
  );
});

test("an ApiError arrives as thrown, any other error as text, and the next task runs", async () => {
  const errors = new URL("./errors.ts", import.meta.url).href;
  const refuse = task(`import { invalid } from ${JSON.stringify(errors)};
    export default () => { throw invalid("file", "No."); }`);
  await assert.rejects(runOffLoop(refuse, null), (error) => {
    assert.ok(error instanceof ApiError);
    assert.deepEqual(
      [error.code, error.param, error.message],
      ["parameter_invalid", "file", "No."],
    );
    return true;
  });
  const fail = task(`export default () => { throw new TypeError("broken"); }`);
  await assert.rejects(runOffLoop(fail, null), /TypeError: broken/);
  assert.equal((await runOffLoop<number, never>(double, 1)).result, 2);
});

test("a task that needs too much memory is refused, and the next one runs in a new thread", async () => {
  const grow = task(`export default () => {
    for (const all = []; ; ) all.push(new Array(2e6).fill({}));
  }`);
  await assert.rejects(runOffLoop(grow, null), { code: "request_too_large" });
  const end = task(`export default () => process.exit(3)`);
  await assert.rejects(runOffLoop(end, null), /has ended/);
  assert.equal((await runOffLoop<number, never>(double, 1)).result, 2);
});

test("a task that takes too long is answered with 503, and the next one runs in a new thread", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const slow = runOffLoop(task("export default () => { for (;;); }"), null);
    // The task is under way, and its timer set, once the queue before it is empty.
    await new Promise((resolve) => setImmediate(resolve));
    mock.timers.tick(30_000);
    await assert.rejects(slow, (error) => {
      assert.ok(error instanceof ApiError);
      assert.deepEqual([error.status, error.details.headers], [503, { "Retry-After": "30" }]);
      return true;
    });
  } finally {
    mock.timers.reset();
  }
  assert.equal((await runOffLoop<number, never>(double, 1)).result, 2);
});
