// Host names and certificates: which ones lead to a connection, and which are refused.

import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import type { TlsOptions } from "node:tls";
import { startTls } from "#test/faulty-servers.ts";
import { type NameAnswer, startNameServer } from "#test/name-server.ts";
import { certificateFor } from "#test/receiver.ts";
import { type Connection, phaseOf, probeEndpoint, webhookConnector } from "./connection.ts";
import { type FailureCause, failureOf } from "./failures.ts";
import { createPoster, type HttpCall, type PostOptions } from "./post.ts";

const DEADLINE_MS = 1_500;
const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

const cleanups: Array<() => Promise<void>> = [];
after(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

async function kept<T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> {
  const started = await starting;
  cleanups.push(started.stop);
  return started;
}

async function post(url: string, options: Partial<PostOptions> = {}): Promise<HttpCall> {
  const poster = createPoster({ allowPrivate: true, deadlineMs: DEADLINE_MS, ...options });
  cleanups.push(poster.close);
  return await poster.post({ mode: "test", url, headers: {}, body: "{}" });
}

const okServer = (host = "hooks.example") => kept(startTls((socket) => socket.write(OK), { host }));

type Name = {
  what: string;
  answers: (before: number) => NameAnswer;
  cause: FailureCause | null;
  address?: string;
};

const NAMES: readonly Name[] = [
  { what: "a name that does not exist", answers: () => "not_found", cause: "dns_not_found" },
  { what: "a name without addresses", answers: () => [], cause: "dns_not_found" },
  { what: "name servers that fail", answers: () => "failed", cause: "dns_failed" },
  { what: "name servers that do not answer", answers: () => "silence", cause: "dns_failed" },
  {
    what: "a name of this machine",
    answers: () => ["127.0.0.1"],
    cause: null,
    address: "127.0.0.1",
  },
  {
    what: "an unreachable address before a reachable one",
    answers: () => ["127.0.0.2", "127.0.0.3", "127.0.0.1"],
    cause: null,
    address: "127.0.0.1",
  },
  {
    what: "a forbidden address before an allowed one",
    answers: () => ["169.254.169.254", "127.0.0.1"],
    cause: null,
    address: "127.0.0.1",
  },
  {
    what: "a metadata address behind a name",
    answers: () => ["169.254.169.254"],
    cause: "address_forbidden",
  },
  {
    what: "NAT64 and 6to4 addresses behind a name",
    answers: () => ["64:ff9b::7f00:1", "2002:7f00:1::1"],
    cause: "address_forbidden",
  },
  {
    what: "an IPv4-mapped metadata address behind a name",
    answers: () => ["::ffff:a9fe:a9fe"],
    cause: "address_forbidden",
  },
];

suite("names", { concurrency: 4 }, () => {
  for (const { what, answers: answer, cause, address } of NAMES) {
    test(`${what} → ${cause ?? "delivered"}`, async () => {
      const names = await kept(startNameServer((_, before) => answer(before)));
      const server = await okServer();
      const url = `https://hooks.example:${server.port}/`;
      const call = await post(url, { nameServers: [names.address] });
      assert.equal(call.failure?.cause ?? null, cause, `${call.failure?.message}`);
      assert.ok(call.durationMs < 2 * DEADLINE_MS);
      if (address) assert.equal(call.address, address);
      assert.ok(names.asked.includes("hooks.example"));
    });
  }

  test("a name that resolves differently at the connection than at the check is refused", async () => {
    const names = await kept(
      startNameServer((_, before) => [before === 0 ? "127.0.0.1" : "169.254.169.254"]),
    );
    const server = await okServer();
    const url = `https://hooks.example:${server.port}/`;
    const rules = { mode: "test", allowPrivate: true, nameServers: [names.address] } as const;
    assert.equal((await probeEndpoint(url, rules)).reachable, true);
    const { failure } = await post(url, { nameServers: [names.address] });
    assert.equal(failure?.cause, "address_forbidden");
    assert.equal(names.asked.length, 2);
  });

  test("a server is asked for the certificate of its name without the last dot of an absolute name", async () => {
    const names = await kept(startNameServer(() => ["127.0.0.1"]));
    const asked: string[] = [];
    const SNICallback: TlsOptions["SNICallback"] = (name, done) => {
      asked.push(name);
      done(null);
    };
    const server = await kept(
      startTls((socket) => socket.write(OK), { host: "hooks.example", SNICallback }),
    );
    const url = `https://hooks.example.:${server.port}/`;
    assert.equal((await post(url, { nameServers: [names.address] })).failure, null);
    assert.deepEqual(asked, ["hooks.example"]);
  });

  test("the deadline includes the time of a slow name server", async () => {
    const names = await kept(startNameServer(() => "silence"));
    const call = await post("https://hooks.example/", { nameServers: [names.address] });
    assert.ok(call.durationMs >= DEADLINE_MS - 20 && call.durationMs < 2 * DEADLINE_MS);
  });
});

test("a connection that times out before the deadline reports its phase", async () => {
  const names = await kept(startNameServer(() => "silence"));
  const rules = { mode: "test", allowPrivate: true, nameServers: [names.address] } as const;
  const connect = webhookConnector({ ...rules, timeoutMs: 50 });
  const cause = await new Promise<FailureCause>((resolve) => {
    let begun: Connection | undefined;
    const onBegin = (connection: Connection) => {
      begun = connection;
    };
    connect({ hostname: "hooks.example", port: "443" }, onBegin, (...[error]) =>
      resolve(failureOf(error, "hooks.example", phaseOf(begun)).cause),
    );
  });
  assert.equal(cause, "dns_failed");
});

suite("live mode", { concurrency: 4 }, () => {
  const REFUSED: ReadonlyArray<[what: string, host: string, expired: boolean, FailureCause]> = [
    ["without a trusted authority", "localhost", false, "tls_self_signed"],
    ["that has expired", "localhost", true, "tls_expired"],
    ["for another host", "other.example", false, "tls_wrong_host"],
  ];
  for (const [what, host, expired, cause] of REFUSED) {
    test(`a certificate ${what} is refused before anything is sent → ${cause}`, async () => {
      const server = await kept(startTls((socket) => socket.write(OK), { host, expired }));
      const authority = await certificateFor(host, expired);
      const ca = cause === "tls_self_signed" ? undefined : authority.cert;
      const probe = await probeEndpoint(server.url, { mode: "live", allowPrivate: true, ca });
      assert.equal(probe.reachable ? null : probe.failure.cause, cause);
      assert.deepEqual(server.heard.join(""), "");
    });
  }

  test("a certificate from a trusted authority is accepted", async () => {
    const server = await kept(startTls(() => {}));
    const ca = (await certificateFor("localhost")).cert;
    const probe = await probeEndpoint(server.url, { mode: "live", allowPrivate: true, ca });
    assert.deepEqual(probe, { reachable: true, selfSigned: false });
  });

  test("private addresses are refused even where test mode allows them", async () => {
    const server = await okServer("localhost");
    const poster = createPoster({ allowPrivate: true });
    cleanups.push(poster.close);
    const message = { mode: "live", url: server.url, headers: {}, body: "{}" } as const;
    assert.equal((await poster.post(message)).failure?.cause, "address_forbidden");
  });
});
