import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { EVENT_TYPES } from "#lib/domain/events/index.ts";
import { makeNextFile } from "#lib/domain/reports/index.ts";
import { forEachConcurrently } from "#lib/kernel/concurrency.ts";
import { limitPayouts, openPayer } from "#test/payouts.ts";
import { writeSamples } from "#tools/package/samples.ts";
import { OBJECT_SCREENS, SCREENS } from "../../packages/paydesk/src/cli/commands/open.ts";
import { FLOWS } from "../../packages/paydesk/src/cli/flows.ts";
import { PACKAGE_VERSION } from "../../packages/paydesk/src/core/version.ts";
import { NEWEST_VERSION } from "../../packages/paydesk/src/generated/versions.ts";
import { constructEvent } from "../../packages/paydesk/src/webhooks.ts";
import { CommandLine } from "./command-line.ts";

const line = new CommandLine();
const { cli, json } = line;

test("an object is created, read, changed and listed by options of the contract", async () => {
  const made = await json(
    "payments",
    "create",
    "--amount",
    "1200",
    "--currency=EUR",
    "--method",
    "card",
    "--payment-method",
    "pm_test_4242424242424242",
    "--metadata.order",
    "6735",
  );
  assert.deepEqual(
    [made.amount, made.status, made.metadata],
    [1200, "succeeded", { order: "6735" }],
  );
  const read = await cli(["payments", "retrieve", made.id]);
  assert.match(read.out, new RegExp(`^id +${made.id}$`, "m"));
  const changed = await json("payments", "update", made.id, "--description", "Order 6735");
  assert.equal(changed.description, "Order 6735");
  const listed = await cli(["payments", "list", "--status", "succeeded", "--amount.gte", "1000"]);
  assert.match(listed.out, new RegExp(`^id .*\\n${made.id} `));
  assert.equal((await cli(["payments", "list", "--status", "failed"])).out, "None.");
  const customer = await json(
    "customers",
    "create",
    "--data",
    '{"name":"Ada"}',
    "--email",
    "a@x.example",
  );
  assert.deepEqual([customer.name, customer.email], ["Ada", "a@x.example"]);
  const all = await cli(["customers", "list", "--limit", "1", "--all"]);
  assert.deepEqual(
    all.out.split("\n").map((line) => JSON.parse(line).id),
    [customer.id],
  );
  const endpoint = await json(
    "webhook-endpoints",
    "create",
    "--url",
    "https://shop.example/h",
    "--events",
    "payment.*",
    "--events",
    "refund.settled",
  );
  assert.deepEqual(
    endpoint.events,
    ["payment.*", "refund.settled"],
    "--url is a parameter of this call",
  );
});

test("each failure has its exit code and one sentence, which repeats no key", async () => {
  const cases: Array<[string[], number, RegExp, Record<string, string | undefined>?]> = [
    [["nonsense"], 2, /not a command/],
    [["payments", "nonsense"], 2, /It has: create, list/],
    [["payments", "create", "--amount", "12.00"], 2, /minor units: 1200 for 12.00/],
    [["payments", "list", "--stauts", "failed"], 2, /--stauts is not a parameter.*status/],
    [["payments", "retrieve"], 2, /Usage: paydesk payments retrieve PAYMENT_ID/],
    [["payments", "create", "--amount", "5"], 1, /parameter_invalid, param currency, req_/],
    [["payments", "retrieve", "pay_none"], 1, /resource_missing/],
    [["payments", "list"], 3, /key is required/, { PAYDESK_SECRET_KEY: undefined }],
    [["payments", "list"], 3, /key_invalid/, { PAYDESK_SECRET_KEY: "sk_test_secretpart" }],
    [["payments", "list"], 2, /address of the service/, { PAYDESK_URL: undefined }],
    [["trigger", "payment.explodes"], 2, /not a type of event/],
    [["trigger", "payment.succeeded", "--override", "refund.amount=1"], 2, /makes payment/],
    [
      ["trigger", "payment.succeeded"],
      2,
      /test mode/,
      { PAYDESK_SECRET_KEY: line.till.keys.live.secret },
    ],
    [["completion", "tcsh"], 2, /bash \| zsh \| fish/],
    [["listen"], 2, /--forward-to is missing/],
  ];
  for (const [args, code, message, env] of cases) {
    const ended = await cli(args, env);
    assert.equal(ended.code, code, `${args.join(" ")}: ${ended.err}`);
    assert.match(ended.err, message);
    assert.doesNotMatch(ended.err, /secretpart|\n {4}at /);
  }
  const refused = await cli(["payments", "retrieve", "pay_none", "--json"]);
  assert.equal(JSON.parse(refused.out).error.code, "resource_missing");
});

test("--version prints the package's version and the newest version of the API, without a key", async () => {
  const without = { PAYDESK_SECRET_KEY: undefined, PAYDESK_URL: undefined };
  const { code, out } = await cli(["--version"], without);
  assert.deepEqual([code, out], [0, `paydesk ${PACKAGE_VERSION} (API version ${NEWEST_VERSION})`]);
  const { out: printed } = await cli(["--version", "--json"], without);
  assert.deepEqual(JSON.parse(printed), { version: PACKAGE_VERSION, api_version: NEWEST_VERSION });
});

test("the request log names the command line and its version", async () => {
  const customer = await json("customers", "create", "--name", "Logged");
  const path = `/v1/customers/${customer.id}`;
  await cli(["customers", "retrieve", customer.id]);
  let found: { id: string; path: string } | undefined;
  for (let tries = 0; !found && tries < 50; tries++) {
    await sleep(tries && 100);
    const { data } = await json("requests", "list", "--object", customer.id, "--method", "GET");
    found = data.find((each: { path: string }) => each.path === path);
  }
  const { user_agent } = await json("requests", "retrieve", found?.id ?? "");
  assert.match(user_agent, new RegExp(`^paydesk-cli/${PACKAGE_VERSION} \\(node [\\d.]+; \\w+\\)$`));
});

test("--help of every command exits 0 without a key", async () => {
  const without = { PAYDESK_SECRET_KEY: undefined, PAYDESK_URL: undefined };
  const whole = await cli(["--help"], without);
  assert.equal(whole.code, 0);
  for (const words of [
    "login",
    "logout",
    "listen",
    "trigger",
    "events",
    "logs",
    "fixtures",
    "samples",
    "open",
    "doctor",
    "completion",
    "payments",
    "payments create",
    "events list",
    "test advance-clock",
  ]) {
    const { code, out } = await cli([...words.split(" "), "--help"], without);
    assert.equal(code, 0, words);
    assert.match(out, new RegExp(`^Usage: paydesk ${words}`));
  }
  const { out } = await cli(["payments", "create", "--help"], without);
  assert.match(out, /--amount +Required\. Integer in minor units/);
  assert.match(out, /--capture .*automatic, manual/);
});

/** Types that no calls can cause, each with the reason. */
const IMPOSSIBLE: Readonly<Record<string, string>> = {};
/** Each advances a clock, which needs several connections of the pool. */
const AT_ONCE = 4;

test("trigger makes each type of event of the catalogue by real calls", async () => {
  const types = Object.keys(EVENT_TYPES).filter((type) => !Object.hasOwn(IMPOSSIBLE, type));
  const failed: string[] = [];
  const stop = new AbortController();
  // A worker's loop, for the files of reports.
  const files = (async () => {
    while (!stop.signal.aborted) {
      if (!(await makeNextFile(stop.signal))) await sleep(200, undefined, { signal: stop.signal });
    }
  })().catch(() => {});
  const trigger = async (type: string) => {
    // A payer of its own: advancing the clock of one account would do the due work of all.
    const payer = await openPayer();
    // Their condition in `NEEDS`.
    if (type.startsWith("payout.approval")) await limitPayouts(payer, { perPayout: 10_000 });
    const { code, out, err } = await cli(["trigger", type, "--json"], {
      PAYDESK_SECRET_KEY: payer.key,
    });
    if (code !== 0 || JSON.parse(out).type !== type) failed.push(`${type}: ${err}`);
  };
  try {
    await forEachConcurrently(AT_ONCE, types, trigger);
  } finally {
    stop.abort();
    await files;
  }
  assert.deepEqual(failed, []);
  const without = Object.keys(EVENT_TYPES).filter((type) => !Object.hasOwn(FLOWS, type));
  assert.deepEqual(without, Object.keys(IMPOSSIBLE));
});

test("trigger says what a type needs when its event does not come", async () => {
  const { code, err } = await cli(["trigger", "payout.approval_requested"]);
  assert.equal(code, 1);
  assert.match(err, /no payout\.approval_requested came within 15 s\. It needs a payout limit/);
});

test("trigger changes parameters of the calls and prints what it made", async () => {
  const { out } = await cli([
    "trigger",
    "payment.succeeded",
    "--override",
    "payment.amount=777",
    "--override",
    "payment.metadata.order=A1",
  ]);
  const [, event = ""] = /payment\.succeeded {2}(evt_\w+)/.exec(out) ?? [];
  const { data } = await json("events", "retrieve", event);
  assert.deepEqual([data.amount, data.metadata], [777, { order: "A1" }]);
  assert.match(out, /^POST \/v1\/payments {2}pay_/);
});

test("resend makes deliveries of an event", async () => {
  const endpoint = await json(
    "webhook-endpoints",
    "create",
    "--url",
    "https://shop.example/b",
    "--events",
    "*",
  );
  const event = await json("trigger", "payment.succeeded");
  const { data } = await json("events", "resend", event.id, "--endpoint", endpoint.id);
  assert.deepEqual(
    data.map((each: { event: string; endpoint: string }) => [each.event, each.endpoint]),
    [[event.id, endpoint.id]],
  );
});

test("a recorded event is run against a local address as a new delivery", async () => {
  const event = await json("trigger", "payment.succeeded");
  const file = join(line.folder, "paid.json");
  assert.match(
    (await cli(["fixtures", "record", event.id, file])).out,
    /payment\.succeeded of .* is in/,
  );
  const { url, got, stop } = await receiver();
  try {
    const without = { PAYDESK_SECRET_KEY: undefined, PAYDESK_URL: undefined };
    const args = ["fixtures", "run", file, "--forward-to", url, "--override", "data.amount=5000"];
    const ended = await cli([...args, "--signing-secret", "whsec_test"], without);
    assert.equal(ended.code, 0, ended.err);
    const { body, headers } = got[0]!;
    const made = await constructEvent(body, headers, { secret: "whsec_test" });
    assert.equal(made.type === "payment.succeeded" && made.data.amount, 5000);
    assert.notEqual(made.id, event.id);
    assert.equal(
      (await cli([...args, "--override", "type=x"])).code,
      0,
      "with the listener's secret",
    );
    assert.equal((await cli(["fixtures", "run", "none.json", "--forward-to", url])).code, 2);
  } finally {
    stop();
  }
});

test("doctor names what is wrong, and exits with 1 then", async () => {
  const fine = await cli(["doctor"]);
  assert.match(fine.out, /ok {4}Key: acct_\w+, test mode/);
  assert.equal(fine.code, 0, fine.out);
  const lost = await cli(["doctor"], { PAYDESK_URL: "http://127.0.0.1:1" });
  assert.equal(lost.code, 1);
  assert.match(lost.out, /FAIL {2}Service: No connection/);
});

/** A server that answers 200 and keeps what it got. */
async function receiver() {
  const got: Array<{ body: string; headers: IncomingHttpHeaders }> = [];
  const server = createServer(async (request, response) => {
    got.push({ body: await text(request), headers: request.headers });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { got, url: `127.0.0.1:${port}/hooks`, stop: () => void server.close() };
}

test("completion suggests commands, calls and their options", async () => {
  const after = async (...words: string[]) =>
    (await cli(["completion", "--words", ...words])).out.split("\n");
  assert.ok((await after()).includes("payment-methods") && (await after()).includes("listen"));
  assert.ok((await after("payments")).includes("capture"));
  assert.ok((await after("logs")).includes("tail"));
  assert.ok((await after("trigger")).includes("refund.settled"));
  assert.ok((await after("payments", "list")).includes("--amount.gte"));
  for (const shell of ["bash", "zsh", "fish"]) {
    assert.match((await cli(["completion", shell])).out, /paydesk completion --words/);
  }
});

test("open knows screens that exist", async () => {
  assert.deepEqual(await json("open", "webhooks/endpoints"), {
    url: `${line.url}/test/webhooks/endpoints`,
  });
  assert.match((await json("open", "pay_1")).url, /\/test\/payments\/pay_1$/);
  const pages = [...SCREENS, ...Object.values(OBJECT_SCREENS).map((path) => `${path}/[id]`)];
  const missing = pages.filter((path) => !existsSync(`app/(dashboard)/[mode]/${path}/page.tsx`));
  assert.deepEqual(missing, []);
});

test("samples are listed, and copied into a new folder with the service's address", async () => {
  const none = { PAYDESK_SECRET_KEY: undefined, PAYDESK_URL: undefined };
  const early = await cli(["samples", "list"], none);
  assert.deepEqual([early.code, early.err.includes("no samples")], [1, true]);
  writeSamples(join(line.folder, "samples"));
  const { out } = await cli(["samples", "list"], none);
  const names = ["checkout", "quick-start-node", "quick-start-python", "quick-start-php"];
  assert.deepEqual(
    out
      .split("\n")
      .slice(1)
      .map((each) => each.split(" ")[0]),
    names,
  );
  const folder = join(line.folder, "made");
  const url = "https://pay.example.com";
  for (const name of names) {
    const into = join(folder, name);
    const args = ["samples", "create", name, into, "--url", `${url}/`, "--json"];
    const made = await cli(args, none);
    assert.equal(made.code, 0, made.err);
    const { files } = JSON.parse(made.out);
    assert.ok(files.includes("README.md"));
    for (const file of files) {
      assert.doesNotMatch(readFileSync(join(into, file), "utf8"), /\{origin\}/, file);
    }
    const again = await cli(args, none);
    assert.deepEqual([again.code, /is not empty/.test(again.err)], [1, true]);
  }
  assert.match(readFileSync(join(folder, "quick-start-python", "pay.py"), "utf8"), new RegExp(url));
  for (const [args, message] of [
    [["samples"], /samples list \| create/],
    [["samples", "create"], /samples list \| create/],
    [["samples", "create", "nonsense"], /not a sample\. Samples are checkout/],
  ] as const) {
    const ended = await cli(args, none);
    assert.deepEqual([ended.code, message.test(ended.err)], [2, true], ended.err);
  }
});
