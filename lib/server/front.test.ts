import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, test } from "node:test";
import { Hono } from "hono";
import { generate } from "selfsigned";
import { settingsFrom } from "#lib/kernel/env.ts";
import * as testing from "#test/ask.ts";
import { createFront, type FrontParts } from "./front.ts";
import { trackResponses } from "./lifecycle.ts";
import { createReadiness } from "./readiness.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const echo = (name: string) =>
  new Hono().all("*", (c) =>
    c.json({
      name,
      address: c.req.header("x-forwarded-for"),
      protocol: c.req.header("x-forwarded-proto"),
      host: c.req.header("x-forwarded-host"),
    }),
  );

const screen = (request: IncomingMessage, response: ServerResponse) => {
  response.setHeader("Content-Type", "application/json");
  response.end(JSON.stringify({ name: "screen", csp: request.headers["content-security-policy"] }));
};

async function listen(
  environment: Record<string, string> = {},
  parts: Partial<FrontParts> = {},
): Promise<{ port: number; server: http.Server }> {
  const server = createFront({
    settings: settingsFrom(environment),
    api: echo("api"),
    dashboard: echo("dashboard"),
    hosted: echo("hosted"),
    plainHttp: { fetch: () => Response.json({ name: "refused" }, { status: 403 }) },
    malformed: (why) => Response.json({ name: why }, { status: 400 }),
    screens: screen,
    readiness: createReadiness(async () => null),
    ...parts,
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as { port: number }).port, server };
}

type Answer = testing.Answer & { json: { [name: string]: string | undefined } };

async function ask(port: number, path: string, headers = {}, secure = false): Promise<Answer> {
  const answer = await testing.ask({ port, secure }, path, { headers });
  const isJson = String(answer.headers["content-type"]).includes("json");
  return { ...answer, json: isJson ? JSON.parse(answer.body) : {} };
}

test("each path goes to its app, and a path that only begins like one does not", async () => {
  const { port } = await listen();
  for (const [path, name] of [
    ["/v1", "api"],
    ["/v1/payments?limit=1", "api"],
    ["/v1x", "screen"],
    ["/internal/session", "dashboard"],
    ["/internals", "screen"],
    ["/", "screen"],
  ] as const) {
    const { json } = await ask(port, path);
    assert.equal(json.name, name, path);
  }
});

test("a caller's claims about its own address are not trusted", async () => {
  const { port } = await listen();
  const claims = {
    "x-forwarded-for": "9.9.9.9",
    "x-forwarded-proto": "https",
    "x-forwarded-host": "evil",
  };
  const { json } = await ask(port, "/v1/x", claims);
  assert.deepEqual(json, { name: "api", address: "127.0.0.1", protocol: "http" });
});

test("a request with two idempotency keys reaches no app", async () => {
  const { port } = await listen();
  const sent = (keys: string | string[]) => ask(port, "/v1/payments", { "Idempotency-Key": keys });
  for (const keys of [
    ["a", "b"],
    ["a", "a"],
  ]) {
    const { status, json } = await sent(keys);
    assert.deepEqual([status, json.name], [400, "keys_repeated"]);
  }
  assert.equal((await sent("a, b")).json.name, "api", "one key with a comma");
});

test("behind a declared proxy the caller's address is the last one that is not a declared proxy", async () => {
  const { port } = await listen({ TRUSTED_PROXY: "127.0.0.1,10.0.0.0/8" });
  const { json } = await ask(port, "/v1/x", {
    "x-forwarded-for": "9.9.9.9, 203.0.113.5, 10.1.2.3",
    "x-forwarded-proto": "https",
  });
  assert.equal(json.address, "203.0.113.5");
  assert.equal(json.protocol, "https");
});

test("behind a proxy, a request that did not arrive by https gets an API error and is never redirected", async () => {
  const { port } = await listen({ TRUSTED_PROXY: "127.0.0.1" });
  for (const headers of [
    {},
    { "x-forwarded-proto": "http" },
    { "x-forwarded-proto": "https, http" },
  ]) {
    const api = await ask(port, "/v1/payments", headers as Record<string, string>);
    assert.equal(api.status, 403);
    assert.equal(api.json.name, "refused");
    assert.equal(api.headers.location, undefined);
    const page = await ask(port, "/", headers as Record<string, string>);
    assert.equal(page.status, 403);
  }
  const health = await ask(port, "/healthz");
  assert.equal(health.status, 200, "a probe beside the proxy needs no TLS");
  const secure = await ask(port, "/v1/payments", { "x-forwarded-proto": "https" });
  assert.equal(secure.status, 200);
  assert.match(String(secure.headers["strict-transport-security"]), /max-age=31536000/);
});

test("a forwarded protocol from an undeclared proxy is ignored", async () => {
  const { port } = await listen({ TRUSTED_PROXY: "10.0.0.1" });
  const answer = await ask(port, "/v1/payments", { "x-forwarded-proto": "https" });
  assert.equal(answer.status, 403);
});

test("with a certificate the port speaks only TLS", async () => {
  const folder = mkdtempSync(join(tmpdir(), "paydesk-tls-"));
  cleanups.push(() => rmSync(folder, { recursive: true }));
  const pair = await generate([{ name: "commonName", value: "localhost" }]);
  const [certPath, keyPath] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  writeFileSync(certPath, pair.cert);
  writeFileSync(keyPath, pair.private);
  const { port } = await listen({ TLS_CERT: certPath, TLS_KEY: keyPath });
  const answer = await ask(port, "/v1/x", {}, true);
  assert.equal(answer.json.protocol, "https");
  assert.match(String(answer.headers["strict-transport-security"]), /max-age/);
  await assert.rejects(ask(port, "/v1/x"), "plain HTTP was answered");
});

test("a page is compressed over plain HTTP only, because its compressed length reveals whether it repeats text of its address", async () => {
  const encodings: unknown[] = [];
  const screens = (request: IncomingMessage, response: ServerResponse) => {
    encodings.push(request.headers["accept-encoding"]);
    response.end();
  };
  const { port } = await listen({ TRUSTED_PROXY: "127.0.0.1" }, { screens });
  const compressed = { "accept-encoding": "gzip" };
  await ask(port, "/", { ...compressed, "x-forwarded-proto": "https" });
  const local = await listen({}, { screens });
  await ask(local.port, "/", compressed);
  assert.deepEqual(encodings, [undefined, "gzip"]);
});

test("every screen has a policy with its own nonce, the same for the browser and for Next", async () => {
  const { port } = await listen();
  const one = await ask(port, "/", { "content-security-policy": "script-src *" });
  const two = await ask(port, "/");
  const policy = String(one.headers["content-security-policy"]);
  assert.equal(one.json.csp, policy);
  const nonce = /'nonce-([\w+/=]{20,})'/.exec(policy)?.[1];
  assert.ok(nonce, policy);
  assert.doesNotMatch(policy, /script-src[^;]*unsafe/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.notEqual(one.headers["content-security-policy"], two.headers["content-security-policy"]);
  assert.equal(one.headers["x-content-type-options"], "nosniff");
  assert.ok(one.headers["referrer-policy"]);
  assert.ok(one.headers["permissions-policy"]);
});

test("metrics are readable from this machine; from elsewhere or through a proxy they need the token", async () => {
  const token = "metrics-token-of-this-test";
  const local = await listen();
  const seen = await ask(local.port, "/metrics");
  assert.equal(seen.status, 200);
  assert.match(seen.body, /paydesk_http_request_seconds/);
  const relayed = await ask(local.port, "/metrics", { "x-forwarded-for": "203.0.113.5" });
  assert.equal(relayed.status, 401, "a proxy nobody declared made the metrics public");

  const proxied = await listen({ TRUSTED_PROXY: "127.0.0.1", METRICS_TOKEN: token });
  assert.equal((await ask(proxied.port, "/metrics")).status, 401);
  const wrong = await ask(proxied.port, "/metrics", { authorization: `Bearer ${token}x` });
  assert.equal(wrong.status, 401);
  const right = await ask(proxied.port, "/metrics", { authorization: `Bearer ${token}` });
  assert.equal(right.status, 200);
});

test("readiness depends on the database and on the process, and ends when the process drains; health does not", async () => {
  let works = true;
  let cannot: string | null = null;
  let unfit: string | null = null;
  const readiness = createReadiness(
    () => (works ? Promise.resolve(cannot) : Promise.reject(new Error())),
    () => unfit,
  );
  const { port } = await listen({}, { readiness });
  assert.equal((await ask(port, "/readyz")).status, 200);
  works = false;
  assert.equal((await ask(port, "/readyz")).status, 503);
  works = true;
  cannot = "the database is read-only";
  const standby = await ask(port, "/readyz");
  assert.deepEqual([standby.status, standby.body], [503, "not ready: the database is read-only\n"]);
  cannot = null;
  unfit = "the clock is wrong";
  const refused = await ask(port, "/readyz");
  assert.deepEqual([refused.status, refused.body], [503, "not ready: the clock is wrong\n"]);
  unfit = null;
  assert.equal((await ask(port, "/readyz")).status, 200);
  readiness.leave();
  assert.equal((await ask(port, "/readyz")).status, 503);
  assert.equal((await ask(port, "/healthz")).status, 200);
});

test("a database that does not answer is not ready, and concurrent checks share one query", async () => {
  let asked = 0;
  const silent = () => {
    asked++;
    return new Promise<never>(() => {});
  };
  const readiness = createReadiness(silent, () => null, 20);
  const answers = await Promise.all([1, 2, 3].map(() => readiness.whyNot()));
  assert.deepEqual(answers, Array(3).fill("the database does not answer"));
  assert.equal(asked, 1);
});

test("draining lets a running response finish, refuses new connections and ends event streams", async () => {
  const gate = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  const api = new Hono()
    .get("/v1/slow", async (c) => {
      arrived.resolve();
      await gate.promise;
      return c.json({ name: "slow" });
    })
    .get("/v1/stream", () => {
      const body = new ReadableStream({ start: (sink) => sink.enqueue(new Uint8Array([10])) });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    });
  const { port, server } = await listen({}, { api });
  const drain = trackResponses(server);
  const slow = ask(port, "/v1/slow");
  const streamEnded = new Promise<void>((resolve) => {
    http.get({ host: "127.0.0.1", port, path: "/v1/stream", agent: false }, (response) => {
      response.resume();
      response.on("error", () => {});
      response.on("close", () => resolve());
      streamOpen.resolve();
    });
  });
  const streamOpen = Promise.withResolvers<void>();
  await Promise.all([arrived.promise, streamOpen.promise]);
  const drained = drain(5_000);
  await streamEnded;
  await assert.rejects(
    new Promise((resolve, reject) => {
      connect(port, "127.0.0.1").on("connect", resolve).on("error", reject);
    }),
  );
  gate.resolve();
  assert.equal((await slow).json.name, "slow");
  await drained;
});

test("draining has a time limit", async () => {
  const arrived = Promise.withResolvers<void>();
  const api = new Hono().get("/v1/never", async () => {
    arrived.resolve();
    return await new Promise<Response>(() => {});
  });
  const { port, server } = await listen({}, { api });
  const drain = trackResponses(server);
  const hanging = assert.rejects(ask(port, "/v1/never"));
  await arrived.promise;
  await drain(50);
  await hanging;
});

/** Sends raw bytes; returns everything received until the connection closed. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    let received = "";
    socket.setEncoding("utf8");
    socket.on("data", (chunk) => {
      received += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(received));
  });
}

test("bytes that are not a request get an API error", async () => {
  const { port } = await listen();
  const unreadable = await exchange(port, "GET /v1/x HTTP/1.1\r\nHost: a\r\nBad Header\r\n\r\n");
  assert.match(
    unreadable,
    /^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*\r\n\r\n\{"name":"unreadable"\}$/,
  );
  const large = `GET /v1/x HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`;
  assert.match(await exchange(port, large), /\{"name":"headers_too_large"\}$/);
  for (const path of ["/v1/x", "/internal/x", "/hosted/v1/x"]) {
    const host = `GET ${path} HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n`;
    assert.match(await exchange(port, host), /^HTTP\/1\.1 400 [\s\S]*\{"name":"unreadable"\}/);
  }
  const nowhere = "GET /v1/x HTTP/1.1\r\nConnection: close\r\n\r\n";
  assert.match(await exchange(port, nowhere), /^HTTP\/1\.1 400 [\s\S]*\{"name":"unreadable"\}/);
  const expecting = "POST /v1/x HTTP/1.1\r\nHost: a\r\nExpect: a miracle\r\n\r\n";
  assert.match(await exchange(port, expecting), /^HTTP\/1\.1 400 [\s\S]*\{"name":"unreadable"\}/);
  assert.equal((await ask(port, "/v1/x")).json.name, "api", "others are served as before");
});

test("an ambiguous request and an unreadable path are refused before any app; OPTIONS * is answered", async () => {
  const { port } = await listen();
  const send = (lines: string) => exchange(port, `${lines}Connection: close\r\n\r\n`);
  for (const path of ["/test/%zz", "/internal/%00", "/bank/%ff"]) {
    assert.match(await send(`GET ${path} HTTP/1.1\r\nHost: a\r\n`), /^HTTP\/1\.1 400 /, path);
  }
  const twoHosts = await send("GET /v1/x HTTP/1.1\r\nHost: a\r\nHost: b\r\n");
  assert.match(twoHosts, /^HTTP\/1\.1 400 [\s\S]*\{"name":"unreadable"\}/);
  const absolute = await send("GET http://evil.example/v1/x HTTP/1.1\r\nHost: a\r\n");
  assert.match(absolute, /"name":"api"/);
  const all = await send("OPTIONS * HTTP/1.1\r\nHost: a\r\n");
  assert.match(all, /^HTTP\/1\.1 204 [\s\S]*\r\nAllow: GET, HEAD, POST, DELETE, OPTIONS\r\n/);
});

test("the page for a missing script has a policy like every other", async () => {
  const { port } = await listen();
  const answer = await ask(port, "/_next/static/chunks/missing.js");
  const policy = String(answer.headers["content-security-policy"]);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.equal(answer.json.csp, policy);
  assert.equal(answer.headers["x-frame-options"], "DENY");
});
