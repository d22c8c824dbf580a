import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { fileURLToPath } from "node:url";
import { createAdaptorServer } from "@hono/node-server";
import Stripe from "stripe";
import { apiApp } from "#lib/api/app.ts";
import { childEnv } from "#lib/kernel/env.ts";
import { api } from "#test/api.ts";
import { endpointRow } from "#test/hook-rows.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";

const COMMAND = fileURLToPath(import.meta.resolve("./listen.ts"));
const { webhooks } = new Stripe("sk_test_unused");

let merchant: Merchant;
let service: Server;
let folder: string;
const stops: Array<() => unknown> = [];

beforeEach(async () => {
  merchant = await createMerchant();
  folder = mkdtempSync(join(tmpdir(), "paydesk-listen-"));
  service = createAdaptorServer({ fetch: apiApp.fetch }) as Server;
  await open(service, 0);
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await close(service);
  rmSync(folder, { recursive: true, force: true });
});

const open = async (server: Server, port: number) => {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
};
const close = async (server: Server) => {
  server.closeAllConnections();
  if (server.listening) await new Promise((resolve) => server.close(resolve));
};
const portOf = (server: Server) => (server.address() as AddressInfo).port;

type Got = { body: string; signature: string; id: string };

async function receiver(status = 200, port = 0) {
  const got: Got[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { headers } = request;
    got.push({
      body: Buffer.concat(chunks).toString(),
      signature: String(headers["service-signature"]),
      id: String(headers["service-event-id"]),
    });
    response.writeHead(status).end("thanks");
  });
  await open(server, port);
  const stop = () => close(server);
  stops.push(stop);
  return { got, url: `http://127.0.0.1:${portOf(server)}/hooks`, port: portOf(server), stop };
}

type Running = { child: ChildProcess; text(): string; ended: Promise<number | null> };

function run(...args: string[]): Running {
  const child = spawn(process.execPath, ["--no-warnings", COMMAND, ...args], {
    env: childEnv({
      DATABASE_URL: undefined,
      DATABASE_OWNER_URL: undefined,
      PAYDESK_SECRET_KEY: merchant.keys.test.secret,
      PUBLIC_URL: `http://127.0.0.1:${portOf(service)}`,
      DATA_DIR: folder,
      NODE_TEST_CONTEXT: undefined,
    }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      text += chunk;
    });
  }
  const ended = once(child, "close").then(([code]) => code as number | null);
  stops.push(() => {
    child.kill("SIGKILL");
    return ended;
  });
  return { child, text: () => text, ended };
}

async function until(what: () => boolean, why: () => string): Promise<void> {
  const ends = performance.now() + 20_000;
  while (!what()) {
    if (performance.now() > ends) throw new Error(`it did not come: ${why()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function emit(type: string): Promise<string> {
  const { status, body } = await api().call(merchant.keys.test.secret, "POST", "/v1/test/events", {
    type,
  });
  assert.equal(status, 201);
  return body.id;
}

const began = (running: Running) =>
  until(() => /Starting|Resuming/.test(running.text()), running.text);

test("events arrive in order with signatures that a library accepts, and each response is printed", async () => {
  await emit("payment.failed");
  const { got, url } = await receiver();
  const running = run("--forward-to", url, "--events", "payment.*", "--mode", "test");
  await began(running);
  const wanted = [await emit("payment.succeeded"), await emit("payment.captured")];
  await emit("refund.settled");
  wanted.push(await emit("payment.failed"));
  await until(() => got.length >= 3, running.text);
  assert.deepEqual(
    got.map(({ id }) => id),
    wanted,
    "those from before it began, and other types, stay away",
  );
  const secret = /Signing secret: (whsec_\S+)/.exec(running.text())![1]!;
  for (const { body, signature, id } of got) {
    assert.equal(webhooks.constructEvent(body, signature, secret).id, id);
    assert.deepEqual(Object.keys(JSON.parse(body)), [
      "id",
      "object",
      "type",
      "created",
      "version",
      "livemode",
      "data",
    ]);
  }
  await until(() => running.text().includes(wanted[2]!), running.text);
  assert.match(running.text(), new RegExp(`200 {2}\\d+ ms {2}payment\\.failed {2}${wanted[2]}`));
  running.child.kill("SIGINT");
  assert.equal(await running.ended, 0);
  assert.match(running.text(), /Stopped\./);
});

test("a killed listener resumes where it stopped, with the same secret", async () => {
  const { got, url } = await receiver(500);
  const first = run("--forward-to", url);
  await began(first);
  const before = await emit("payment.succeeded");
  await until(() => first.text().includes(before), first.text);
  assert.match(first.text(), /500 {2}\d+ ms/);
  first.child.kill("SIGKILL");
  await first.ended;

  const meanwhile = [await emit("payment.succeeded"), await emit("refund.updated")];
  const second = run("--forward-to", url);
  await until(() => got.length >= 3, second.text);
  assert.deepEqual(
    got.map(({ id }) => id),
    [before, ...meanwhile],
    "none twice, none left out",
  );
  const secretOf = ({ text }: Running) => /whsec_\S+/.exec(text())![0];
  assert.equal(secretOf(second), secretOf(first));
});

test("an outage of the service and a restart of the receiver lose no event", async () => {
  const local = await receiver();
  const running = run("--forward-to", local.url);
  await began(running);
  const port = portOf(service);
  await close(service);
  await until(() => /cannot be reached/.test(running.text()), running.text);
  service = createAdaptorServer({ fetch: apiApp.fetch }) as Server;
  await open(service, port);
  await local.stop();
  const id = await emit("payment.succeeded");
  await until(() => /cannot be reached/.test(running.text()), running.text);
  const { got } = await receiver(200, local.port);
  await until(() => got.length >= 1, running.text);
  assert.equal(got[0]!.id, id);
});

test("a replay is forwarded once per event, also when it is made while nothing listens", async () => {
  const key = merchant.keys.test.secret;
  await Promise.all([endpointRow(merchant), endpointRow(merchant)]);
  const old = await emit("payment.succeeded");
  const replay = (id: string) => api().call(key, "POST", `/v1/events/${id}/replay`, {});
  await replay(old);
  const { got, url } = await receiver();
  const first = run("--forward-to", url);
  await began(first);
  const { status, body } = await replay(old);
  assert.deepEqual([status, body.data.length], [201, 2]);
  await until(() => /replay/.test(first.text()), first.text);
  assert.match(
    first.text(),
    new RegExp(`200 {2}\\d+ ms {2}payment\\.succeeded {2}${old} {2}replay`),
  );
  const secret = /Signing secret: (whsec_\S+)/.exec(first.text())![1]!;
  assert.equal(webhooks.constructEvent(got[0]!.body, got[0]!.signature, secret).id, old);
  first.child.kill("SIGINT");
  await first.ended;

  await replay(old);
  const later = await emit("payment.failed");
  const second = run("--forward-to", url);
  await until(() => /replay/.test(second.text()), second.text);
  assert.deepEqual(
    got.map(({ id }) => id),
    [old, later, old],
    "the replay from before it began stays away",
  );
});

test("an event is sent again without an endpoint by --resend, which then ends", async () => {
  const id = await emit("payment.succeeded");
  const { got, url } = await receiver();
  const running = run("--forward-to", url, "--resend", id);
  assert.equal(await running.ended, 0, running.text());
  assert.deepEqual(
    got.map((one) => one.id),
    [id],
  );
  const unknown = run("--forward-to", url, "--resend", "evt_unknown");
  assert.equal(await unknown.ended, 1);
  assert.match(unknown.text(), /No such event/);
});

test("errors are reported in one sentence, and no key is repeated", async () => {
  const cases: Array<[string[], RegExp, number]> = [
    [[], /--forward-to is missing/, 2],
    [["--forward-to", "ftp://x"], /must be an address/, 2],
    [["--forward-to", "http://localhost:1", "--mode", "live"], /sk_live_/, 2],
    [["--forward-to", "http://localhost:1", "--key", "pk_test_secretpart"], /secret key/, 2],
    [["--forward-to", "http://localhost:1", "--key", "sk_test_secretpart"], /refused/, 1],
    [["--nonsense"], /nonsense/, 2],
  ];
  const check = async ([args, label, code]: (typeof cases)[number]) => {
    const running = run(...args);
    assert.equal(await running.ended, code, running.text());
    assert.match(running.text(), label);
    assert.doesNotMatch(running.text(), /secretpart/);
  };
  await Promise.all(cases.map(check));
});

test("another account's events are not forwarded, and its secret differs", async () => {
  const other = await createMerchant();
  const read = (key: string) => api().call(key, "GET", "/v1/listener");
  const [ours, theirs, live] = await Promise.all([
    read(merchant.keys.test.secret),
    read(other.keys.test.secret),
    read(merchant.keys.live.secret),
  ]);
  const secrets = [ours, theirs, live].map(({ body }) => body.secret);
  assert.equal(new Set(secrets).size, 3);
  assert.equal((await read(merchant.keys.test.publishable)).status, 403);
});
