// The command line follows the request log, and events for several endpoints, until it is interrupted.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { createKey } from "#lib/domain/keys/index.ts";
import { endpointRow } from "#test/hook-rows.ts";
import { openTill } from "#test/money.ts";
import { constructEvent } from "../../packages/paydesk/src/webhooks.ts";
import { CommandLine } from "./command-line.ts";

const line = new CommandLine();
const { cli } = line;

type Got = { path: string; body: string; headers: Record<string, string> };
const stops: Array<() => void> = [];
after(() => {
  for (const stop of stops) stop();
});

async function receiver(): Promise<{ got: Got[]; port: number }> {
  const got: Got[] = [];
  const server = createServer(async (request, response) => {
    const headers = request.headers as Record<string, string>;
    got.push({ path: request.url ?? "", body: await text(request), headers });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stops.push(() => server.close());
  return { got, port: (server.address() as AddressInfo).port };
}

type Following = {
  /** A line of it that says that it has begun; then `work` is done. */
  ready: RegExp;
  work: () => Promise<unknown>;
  /** Whether it has printed enough, so that it can be interrupted. */
  enough: (lines: readonly string[]) => boolean;
  folder?: string;
};

/** Runs a command that follows something, and interrupts it. */
async function following(
  args: readonly string[],
  env: Record<string, string | undefined>,
  { ready, work, enough, folder }: Following,
) {
  const stop = new AbortController();
  const lines: string[] = [];
  let working: Promise<unknown> | undefined;
  const onLine = (printed: string) => {
    lines.push(printed);
    if (ready.test(printed)) working ??= work().catch(() => stop.abort());
    if (working && enough(lines)) stop.abort();
  };
  const ended = await line.watched(args, env, onLine, { stop, ...(folder && { folder }) });
  await working;
  return ended;
}

const LISTENING = /Starting with new events/;
const WAITING = /Waiting for requests/;

test("logs tail prints the requests that are made from then on, by status, method and path", async () => {
  const till = await openTill();
  const env = { PAYDESK_SECRET_KEY: till.key };
  const cliOf = (...args: string[]) => cli(args, env);
  await cliOf("customers", "create", "--name", "Before");
  const work = async () => {
    await cliOf("customers", "create", "--name", "Ada");
    await cliOf("payments", "retrieve", "pay_none");
    await cliOf("customers", "list");
  };
  const of = (method: string, path: string) => (each: string) =>
    each.includes(`${method.padEnd(6)}  ${path}`);
  const all = await following(["logs", "tail"], env, {
    ready: WAITING,
    work,
    enough: (lines) => lines.some(of("GET", "/v1/customers")),
  });
  assert.equal(all.code, 0);
  const requests = all.out.split("\n");
  assert.equal(requests.length, 3, all.out);
  assert.match(
    requests[1]!,
    /^\d{4}-\d\d-\d\dT\S+Z {2}404 {2}GET {5}\/v1\/payments\/pay_none {2}\d+ ms {2}resource_missing {2}req_\w+$/,
  );
  const filters = ["--status", "2xx,404", "--method", "post,get", "--path", "/v1/customers"];
  const some = await following(["logs", "tail", ...filters, "--json"], env, {
    ready: WAITING,
    work,
    enough: (lines) => lines.some((each) => /"method":"GET"/.test(each)),
  });
  const found = some.out.split("\n").map((each) => JSON.parse(each));
  assert.deepEqual(
    found.map(({ method, status }) => [method, status]),
    [
      ["POST", 201],
      ["GET", 200],
    ],
  );
  const failed = await following(["logs", "tail", "--status", "4xx"], env, {
    ready: WAITING,
    work,
    enough: (lines) => lines.some(of("GET", "/v1/payments")),
  });
  assert.equal(failed.out.split("\n").length, 1, failed.out);
});

test("logs tail refuses wrong filters, and keys without requests:read", async () => {
  for (const [args, code, message] of [
    [["logs"], 2, /Usage: paydesk logs tail/],
    [["logs", "tail", "--status", "bad"], 2, /402 or 4xx/],
    [["logs", "tail", "--method"], 2, /--method needs a value/],
    [["logs", "tail", "--colour"], 2, /not an option/],
  ] as const) {
    const ended = await cli(args);
    assert.equal(ended.code, code, ended.err);
    assert.match(ended.err, message);
  }
  const scopes = ["payments:read"];
  const { plaintext } = await createKey(line.till.ctx.test, {
    kind: "secret",
    name: "Till",
    scopes,
  });
  const refused = await cli(["logs", "tail"], { PAYDESK_SECRET_KEY: plaintext });
  assert.deepEqual([refused.code, refused.out], [1, ""]);
  assert.match(refused.err, /requests:read/);
  assert.equal((await cli(["logs", "tail"], { PAYDESK_SECRET_KEY: "sk_test_none" })).code, 3);
  assert.match((await cli(["logs", "--help"])).out, /^Usage: paydesk logs tail/);
});

test("listen --load forwards each event to the paths of the endpoints that are subscribed to it", async () => {
  const till = await openTill();
  const env = { PAYDESK_SECRET_KEY: till.key };
  await endpointRow(till, { url: "https://shop.example/orders?shop=1", events: ["payment.*"] });
  await endpointRow(till, {
    url: "https://shop.example/crm",
    events: ["customer.*", "refund.settled"],
  });
  await endpointRow(till, { url: "https://shop.example/off", events: ["*"], status: "disabled" });
  await endpointRow(till, { url: "https://audit.example/all", events: ["*"] });
  const { got, port } = await receiver();
  const args = [
    "listen",
    "--load",
    `http://127.0.0.1:${port}/base/`,
    "--events",
    "payment.succeeded,refund.*",
  ];
  const { code, out } = await following(args, env, {
    ready: LISTENING,
    work: () => cli(["trigger", "refund.settled"], env),
    enough: () => got.some(({ path }) => path === "/base/crm"),
  });
  assert.equal(code, 0);
  const pathsOf = (type: string) =>
    got
      .filter(({ body }) => JSON.parse(body).type === type)
      .map(({ path }) => path)
      .sort();
  assert.deepEqual(pathsOf("payment.succeeded"), ["/base/all", "/base/orders?shop=1"]);
  assert.ok(pathsOf("refund.settled").includes("/base/crm"));
  assert.ok(!got.some(({ path }) => path.includes("off")));
  assert.match(out, /payment\.succeeded {2}evt_\w+ {2}\/base\/orders/);
  const [, secret = ""] = /Signing secret: (\S+)/.exec(out) ?? [];
  await constructEvent(got[0]!.body, got[0]!.headers, { secret });
});

test("listen --load sends a replay only to the endpoint that it was made for", async () => {
  const till = await openTill();
  const env = { PAYDESK_SECRET_KEY: till.key };
  const one = await endpointRow(till, { url: "https://shop.example/one", events: ["*"] });
  await endpointRow(till, { url: "https://shop.example/two", events: ["*"] });
  const made = await cli(["trigger", "payment.succeeded", "--json"], env);
  const event = JSON.parse(made.out).id;
  const { got, port } = await receiver();
  const { code } = await following(["listen", "--load", String(port), "--fresh"], env, {
    ready: LISTENING,
    work: () => cli(["events", "resend", event, "--endpoint", one], env),
    enough: (lines) => lines.some((each) => each.endsWith("replay")),
  });
  assert.equal(code, 0);
  assert.deepEqual(
    got.map(({ path }) => path),
    ["/one"],
  );
});

test("listen works without a terminal, a folder to write in, or an endpoint for --load", async () => {
  const till = await openTill();
  const env = { PAYDESK_SECRET_KEY: till.key };
  const none = await cli(["listen", "--load", "4242"], env);
  assert.equal(none.code, 1);
  assert.match(none.err, /no enabled webhook endpoint in test mode/);
  const both = await cli(["listen", "--load", "4242", "--forward-to", "localhost:1"], env);
  assert.equal(both.code, 2);
  // A file where the folder would be: as a read-only file system refuses to make it.
  writeFileSync(join(line.folder, "listen.blocked"), "");
  const { got, port } = await receiver();
  const ended = await following(["listen", "--forward-to", `127.0.0.1:${port}`], env, {
    ready: LISTENING,
    work: () => cli(["trigger", "payment.succeeded"], env),
    enough: () => got.length > 0,
    folder: join(line.folder, "listen.blocked"),
  });
  assert.equal(ended.code, 0, ended.err);
  assert.match(ended.err, /cannot be written \(\w+\): the next run starts with new events/);
});
