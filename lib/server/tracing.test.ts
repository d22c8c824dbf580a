import assert from "node:assert/strict";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, test } from "node:test";
import { getPool } from "#db/client.ts";
import { createEndpoint } from "#lib/domain/webhooks/index.ts";
import { EnvError, settingsFrom } from "#lib/kernel/env.ts";
import { startDispatch } from "#lib/worker/dispatch/dispatch.ts";
import { openTill } from "#test/money.ts";
import { startReceiver } from "#test/receiver.ts";
import { openTracing } from "./tracing.ts";

type Value = { stringValue?: string; intValue?: string };
type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Array<{ key: string; value: Value }>;
  status: { code?: number };
};

const stops: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** A collector of traces; `answer` replaces its response. */
async function startCollector(answer = (response: http.ServerResponse) => void response.end("{}")) {
  const bodies: string[] = [];
  const paths: string[] = [];
  const tokens: unknown[] = [];
  const server = http.createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    bodies.push(body);
    paths.push(request.url ?? "");
    tokens.push(request.headers.authorization);
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stops.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const spans = () =>
    bodies.flatMap((body) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans as Span[]);
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { endpoint, bodies, paths, tokens, spans };
}

async function traceTo(endpoint: string, ratio = 1) {
  const headers = { authorization: "Bearer of the collector" };
  const close = await openTracing("paydesk-web", { tracing: { endpoint, headers, ratio } });
  let closing: Promise<void> | undefined;
  const once = () => {
    closing ??= close();
    return closing;
  };
  stops.push(once);
  return once;
}

const CALLER = { trace: "4bf92f3577b34da6a3ce929d0e0e4736", span: "00f067aa0ba902b7" };
const from = (flags: "00" | "01") => ({
  traceparent: `00-${CALLER.trace}-${CALLER.span}-${flags}`,
});

const fact = (span: Span, key: string) => {
  const value = span.attributes.find((each) => each.key === key)?.value;
  return value?.stringValue ?? value?.intValue;
};

test("a charge and its delivery are one trace: call, rail, commits and attempt, continued from the caller", async () => {
  const collector = await startCollector();
  const flush = await traceTo(collector.endpoint);
  const till = await openTill();
  const receiver = await startReceiver();
  stops.push(receiver.stop);
  const { secret } = await createEndpoint(till.ctx.test, { url: receiver.url, events: ["*"] });
  const worker = startDispatch();
  stops.push(worker.stop);

  const { status } = await till.charge({}, from("01"));
  assert.equal(status, 201);
  await receiver.waitFor(1);
  await worker.stop();
  await flush();

  const mine = collector.spans().filter(({ traceId }) => traceId === CALLER.trace);
  const named = (name: string) => mine.filter((span) => span.name === name);
  const [call] = named("POST /v1/payments");
  assert.equal(call?.parentSpanId, CALLER.span);
  assert.equal(call.kind, 2);
  assert.equal(fact(call, "http.response.status_code"), "201");
  assert.equal(fact(call, "paydesk.account"), till.account.id);
  const [rail] = named("rail authorise");
  assert.equal(rail?.parentSpanId, call.spanId);
  assert.equal(fact(rail, "paydesk.rail.result"), "succeeded");
  const commits = named("database commit");
  // It is opened before the rail is asked, and settled after.
  assert.ok(commits.length >= 2);
  assert.ok(commits.every((span) => span.parentSpanId === call.spanId));
  const [attempt, ...others] = named("webhook attempt");
  assert.equal(attempt?.parentSpanId, call.spanId);
  assert.deepEqual(others, []);
  assert.equal(fact(attempt, "paydesk.event.type"), "payment.succeeded");
  assert.equal(fact(attempt, "http.response.status_code"), "200");
  for (const span of mine) {
    assert.ok(BigInt(span.startTimeUnixNano) >= BigInt(call.startTimeUnixNano), span.name);
    assert.ok(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano), span.name);
    assert.equal(span.status.code, undefined, span.name);
  }
  assert.ok(BigInt(rail.endTimeUnixNano) <= BigInt(call.endTimeUnixNano));

  assert.deepEqual([...new Set(collector.paths)], ["/v1/traces"]);
  assert.deepEqual([...new Set(collector.tokens)], ["Bearer of the collector"]);
  const sent = collector.bodies.join("\n");
  for (const text of [till.key, secret, receiver.url, "4242", "amount", "pm_"]) {
    assert.ok(!sent.includes(text), `${text} was sent to the collector`);
  }
});

test("a call that fails says so in its span, without its message", async () => {
  const collector = await startCollector();
  const flush = await traceTo(collector.endpoint);
  const till = await openTill();
  const secretText = "a text of the caller";
  await till.call("GET", `/v1/payments/${encodeURIComponent(secretText)}`, undefined, from("01"));
  await flush();
  const [call] = collector.spans().filter(({ parentSpanId }) => parentSpanId === CALLER.span);
  assert.equal(fact(call!, "http.response.status_code"), "404");
  assert.equal(call!.name, "GET /v1/payments/{payment_id}");
  assert.ok(!collector.bodies.join().includes("caller"));
});

test("a share of new traces is recorded, and the caller's decision is kept", async () => {
  const collector = await startCollector();
  const flush = await traceTo(collector.endpoint, 0);
  const till = await openTill();
  await till.charge();
  const { body: payment } = await till.charge({}, from("00"));
  await till.call("GET", `/v1/payments/${payment.id}`, undefined, from("01"));
  await till.call("GET", `/v1/payments/${payment.id}`, undefined, { traceparent: "00-nonsense" });
  await flush();
  const names = collector.spans().map(({ name }) => name);
  assert.deepEqual(names, ["GET /v1/payments/{payment_id}"]);
});

const traceparents = async (accountId: string) => {
  const text = "select traceparent from events where account_id = $1 order by id";
  return (await getPool().query(text, [accountId])).rows.map((row) => row.traceparent);
};

test("calls that share a statement keep their own traces", async () => {
  const { endpoint } = await startCollector();
  const flush = await traceTo(endpoint);
  const till = await openTill();
  const traces = Array.from({ length: 12 }, (_, n) => String(n + 1).padStart(32, "a"));
  const ids = await Promise.all(
    traces.map(async (trace) => {
      const { body } = await till.charge({}, { traceparent: `00-${trace}-${CALLER.span}-01` });
      return body.id;
    }),
  );
  await flush();
  const text = "select object_id, traceparent from events where account_id = $1";
  const { rows } = await getPool().query(text, [till.account.id]);
  const found = new Map(rows.map((row) => [row.object_id, row.traceparent.split("-")[1]]));
  assert.deepEqual(
    ids.map((id) => found.get(id)),
    traces,
  );
});

test("events keep their trace only while it is recorded", async () => {
  const till = await openTill();
  await till.charge({}, from("01"));
  const { endpoint } = await startCollector();
  const flush = await traceTo(endpoint);
  await till.charge({}, from("01"));
  await flush();
  const [off, on] = await traceparents(till.account.id);
  assert.equal(off, null);
  assert.match(on, new RegExp(`^00-${CALLER.trace}-[0-9a-f]{16}-01$`));
});

test("a collector that is away, hangs or refuses neither delays nor fails a call", async () => {
  const hanging = await startCollector(() => {});
  const refusing = await startCollector((response) => void response.writeHead(500).end());
  const till = await openTill();
  for (const endpoint of ["http://127.0.0.1:9", hanging.endpoint, refusing.endpoint]) {
    const flush = await traceTo(endpoint);
    const until = performance.now() + 1_500;
    let slowest = 0;
    // Longer than a batch is kept, so that calls meet one that is being sent.
    for (let calls = 0; performance.now() < until || calls < 20; calls++) {
      const begun = performance.now();
      assert.equal((await till.charge()).status, 201);
      slowest = Math.max(slowest, performance.now() - begun);
    }
    assert.ok(slowest < 1_000, `${endpoint}: ${slowest} ms`);
    const begun = performance.now();
    await flush();
    assert.ok(performance.now() - begun < 8_000, "and the process ends in time");
  }
  assert.ok(hanging.bodies.length > 0 && refusing.bodies.length > 0);
});

test("the settings name a collector, its headers and a share; without one nothing is recorded", () => {
  const { tracing } = settingsFrom({
    OTEL_EXPORTER_OTLP_ENDPOINT: "https://collector.example",
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20x, tenant=shop",
    OTEL_TRACES_SAMPLER_ARG: "0.05",
  });
  assert.deepEqual(tracing, {
    endpoint: "https://collector.example",
    headers: { authorization: "Bearer x", tenant: "shop" },
    ratio: 0.05,
  });
  assert.equal(settingsFrom({}).tracing, null);
  for (const wrong of [
    { OTEL_EXPORTER_OTLP_ENDPOINT: "collector.example" },
    { OTEL_TRACES_SAMPLER_ARG: "5" },
    { OTEL_EXPORTER_OTLP_HEADERS: "a=%zz" },
    { OTEL_EXPORTER_OTLP_HEADERS: "nothing" },
  ]) {
    assert.throws(() => void settingsFrom(wrong).port, EnvError);
  }
});
