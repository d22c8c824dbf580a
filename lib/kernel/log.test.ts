import assert from "node:assert/strict";
import { test } from "node:test";
import { formatLine, redact } from "./log.ts";

const at = new Date(Date.UTC(2026, 3, 12, 9, 31, 7));

test("a record is one line of JSON with its time, level and fields", () => {
  const line = formatLine(at, "info", "started", { port: 3000, amount: 12n, component: "web" });
  assert.deepEqual(JSON.parse(line), {
    time: "2026-04-12T09:31:07.000Z",
    level: "info",
    message: "started",
    port: 3000,
    amount: "12",
    component: "web",
  });
});

test("keys, signing secrets, credentials and card numbers are never logged", () => {
  const error = new Error("refused sk_live_abcdefghijklmnop for 4242 4242 4242 4242");
  const line = formatLine(at, "error", "Bearer sk_test_abcdefghijklmnop failed", {
    error,
    header: "authorization: Bearer abc.def",
    url: "postgres://paydesk:hunter2@127.0.0.1:5432/paydesk",
    signing: "whsec_abcdefghijklmnopqrstuvwxyz",
    nested: { password: "hunter2", card: { number: "4000000000000002", cvc: "123" } },
    list: ["pk_test_abcdefghijklmnop", "pm_test_4242424242424242"],
  });
  for (const secret of [
    "abcdefgh",
    "hunter2",
    "4242 4242",
    "4242424242424242",
    "4000000000000002",
    '123"',
    "abc.def",
  ]) {
    assert.ok(!line.includes(secret), `${secret} is still in ${line}`);
  }
});

test("other numbers and ids stay readable", () => {
  assert.equal(redact("order 1234567890123 took 1500 ms"), "order 1234567890123 took 1500 ms");
  const id = "pay_01kcx4242424242424242abc";
  assert.equal(redact(id), id);
  assert.equal(redact("card 5555-5555-5555-4444"), "card …4444");
});

test("a circular or very deep value does not break the log", () => {
  const loop: Record<string, unknown> = {};
  loop.self = loop;
  assert.doesNotThrow(() => formatLine(at, "info", "loop", { loop }));
});

test("the values of a failed query are never logged", () => {
  const message =
    'Failed query: insert into "auth_sessions" values ($1, $2)\nparams: tok_Zx81,mara@example.com\nparams: x';
  const line = formatLine(at, "error", "failed", {
    error: new Error("outer", { cause: new Error(message) }),
  });
  assert.match(line, /insert into/);
  assert.match(line, /log\.test\.ts/);
  assert.doesNotMatch(line, /tok_Zx81|mara@example|params/);
});
