import assert from "node:assert/strict";
import { createServer } from "node:net";
import { after, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { type Receiver, startReceiver } from "#test/receiver.ts";
import { probeEndpoint } from "./connection.ts";
import { createPoster, type PostOptions } from "./post.ts";
import { BODY_CAP_BYTES } from "./send-on.ts";

const cleanups: Array<() => Promise<void>> = [];
after(async () => {
  for (const cleanup of cleanups) await cleanup();
});

async function receiver(options: Parameters<typeof startReceiver>[0] = {}): Promise<Receiver> {
  const started = await startReceiver(options);
  cleanups.push(started.stop);
  return started;
}

function poster(options: Partial<PostOptions> = {}) {
  const made = createPoster({ allowPrivate: true, ...options });
  cleanups.push(made.close);
  return async (url: string, mode: "test" | "live" = "test") => {
    // A connection is free for the next call one turn of the event loop later.
    await nextTurn();
    const headers = { "content-type": "application/json" };
    return await made.post({ mode, url, headers, body: '{"a":1}' });
  };
}

test("a 2xx is a success, and the response and each phase's duration are returned", async () => {
  const { url, reply, received } = await receiver();
  reply({ status: 204, headers: { "x-trace": "t1" } });
  const post = poster();
  const first = await post(url);
  assert.equal(first.failure, null);
  assert.equal(first.status, 204);
  assert.equal(first.headers?.["x-trace"], "t1");
  assert.equal(first.address, "127.0.0.1");
  assert.ok(first.timings.tlsMs! > 0 && first.timings.firstByteMs! > 0);
  assert.equal(received[0]?.body.toString(), '{"a":1}');
  assert.equal(first.certificate?.subject, "localhost");
  assert.equal(first.certificate.issuer, "localhost");
  assert.ok(Date.parse(first.certificate.validTo) > first.sentAt.getTime());

  const second = await post(url);
  assert.equal(second.timings.tlsMs, undefined, "the connection was kept");
  assert.equal(second.address, "127.0.0.1");
  assert.deepEqual(second.certificate, first.certificate);
});

test("a redirect is a failure and is not followed", async () => {
  const { url, reply, received } = await receiver();
  reply({ status: 302, headers: { location: "https://elsewhere.example/" } });
  const { failure, status } = await poster()(url);
  assert.equal(status, 302);
  assert.equal(failure?.cause, "redirect");
  assert.match(failure.message, /elsewhere\.example/);
  assert.equal(received.length, 1);
});

test("each kind of failure has its own cause", async () => {
  const { url, reply } = await receiver();
  const post = poster({ deadlineMs: 400 });
  const causeOf = async (target = url) => (await post(target)).failure?.cause;
  reply({ status: 401 });
  assert.equal(await causeOf(), "http_client_error");
  reply({ status: 503 });
  assert.equal(await causeOf(), "http_server_error");
  reply("reset");
  assert.equal(await causeOf(), "connection_reset");
  reply("hang");
  assert.equal(await causeOf(), "response_timeout");
  assert.equal(await causeOf("https://localhost:1/"), "connection_refused");
  assert.equal(await causeOf("https://no-such-host.invalid/"), "dns_not_found");
  const expired = await receiver({ host: "localhost", expired: true });
  const refused = await post(expired.url);
  assert.equal(refused.failure?.cause, "tls_expired");
  assert.ok(Date.parse(refused.certificate!.validTo) < refused.sentAt.getTime());
});

test("a port that never completes the handshake ends at the deadline", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.push(async () => void server.close());
  server.on("connection", (socket) => cleanups.push(async () => void socket.destroy()));
  const { port } = server.address() as { port: number };
  const { failure, durationMs } = await poster({ deadlineMs: 300 })(`https://127.0.0.1:${port}/`);
  assert.equal(failure?.cause, "tls_timeout");
  assert.ok(durationMs < 1_500, `${durationMs}`);
});

test("the status decides even when the body never ends", async () => {
  const { url, reply } = await receiver();
  reply({
    write: (response) => {
      response.writeHead(200).write("half");
    },
  });
  const call = await poster({ deadlineMs: 300 })(url);
  assert.equal(call.failure, null);
  assert.equal(call.body?.toString(), "half");
  assert.equal(call.truncated, true);
});

test("a long response is cut at 64 KiB and a compressed one is kept compressed", async () => {
  const { url, reply } = await receiver();
  const post = poster();
  reply({ status: 200, body: Buffer.alloc(3_000_000, "x") });
  const long = await post(url);
  assert.equal(long.body?.length, BODY_CAP_BYTES);
  assert.equal(long.truncated, true);
  assert.equal(long.failure, null);

  const zipped = gzipSync("hello");
  reply({ status: 200, headers: { "content-encoding": "gzip" }, body: zipped });
  const short = await post(url);
  assert.deepEqual(short.body, zipped);
  assert.equal(short.truncated, false);
});

test("an idle connection that the server closed does not cost an attempt", async () => {
  const { url, reply, received } = await receiver();
  const post = poster();
  await post(url);
  let cut = false;
  reply(() => {
    if (cut) return { status: 200 };
    cut = true;
    return "reset";
  });
  assert.equal((await post(url)).failure, null);
  assert.equal(received.length, 3);
});

test("a server that took a request on a kept connection and broke off later does not get it twice", async () => {
  const { url, reply, received } = await receiver();
  const post = poster({ closedWithinMs: 20 });
  await post(url);
  reply({ write: (response) => void setTimeout(() => response.destroy(), 100) });
  assert.equal((await post(url)).failure?.cause, "connection_reset");
  assert.equal(received.length, 2);
});

test("live mode refuses a self-signed certificate before sending anything and accepts trusted ones", async () => {
  const { certificate, port, received } = await receiver({ host: "localhost" });
  const { failure } = await poster()(`https://localhost:${port}/`, "live");
  assert.equal(failure?.cause, "address_forbidden", "live never reaches private addresses");

  const probe = (ca?: string) =>
    probeEndpoint(`https://localhost:${port}/`, { mode: "live", allowPrivate: true, ca });
  const refused = await probe();
  assert.ok(!refused.reachable && refused.failure.cause === "tls_self_signed");
  assert.deepEqual(await probe(certificate), { reachable: true, selfSigned: false });
  const wrongHost = await receiver({ host: "other.example" });
  const other = await probeEndpoint(wrongHost.url, {
    mode: "live",
    allowPrivate: true,
    ca: wrongHost.certificate,
  });
  assert.ok(!other.reachable && other.failure.cause === "tls_wrong_host");
  assert.equal(received.length, 0);
});

test("forbidden addresses are refused at the connection in every spelling", async () => {
  const { port } = await receiver();
  const post = poster({ allowPrivate: false });
  for (const host of [
    "localhost",
    "127.0.0.1",
    "2130706433",
    "0x7f.1",
    "0177.0.0.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[64:ff9b::7f00:1]",
    "0.0.0.0",
    "169.254.169.254",
  ]) {
    const { failure } = await post(`https://${host}:${port}/`);
    assert.equal(failure?.cause, "address_forbidden", host);
  }
});
