// Everything that can go wrong between us and a merchant's server, each with a real one that does it:
// which cause is recorded, and that the deadline, the rules and the history hold.

import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { gzipSync } from "node:zlib";
import {
  drip,
  type FaultyServer,
  flood,
  startHttp2,
  startTcp,
  startTls,
} from "#test/faulty-servers.ts";
import { BODY_CAP_BYTES } from "./exchange.ts";
import { FAILURE_CAUSES, type FailureCause, fixFor } from "./failures.ts";
import { createPoster, DEADLINE_MS as DEADLINE, type Exchange, type PostOptions } from "./post.ts";

const DEADLINE_MS = 1_500;
const BODY = '{"a":1}';
const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

/** At one time: a machine that is busy must not turn an answer that came in time into a late one. */
const CONCURRENCY = 4;

const cleanups: Array<() => Promise<void>> = [];
after(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

async function kept<T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> {
  const started = await starting;
  cleanups.push(started.stop);
  return started;
}

async function post(url: string, options: Partial<PostOptions> = {}): Promise<Exchange> {
  const poster = createPoster({ allowPrivate: true, deadlineMs: DEADLINE_MS, ...options });
  cleanups.push(poster.close);
  return await poster.post({ mode: "test", url, headers: {}, body: BODY });
}

const never = () => {};
const answers = (text: string) => startTls((socket) => socket.write(text));

type Fault = {
  what: string;
  server: () => Promise<FaultyServer>;
  /** Null: delivered all the same. */
  cause: FailureCause | readonly FailureCause[] | null;
  also?: (exchange: Exchange, server: FaultyServer) => void;
};

const inTime = ({ durationMs }: Exchange) =>
  assert.ok(durationMs >= DEADLINE_MS - 20 && durationMs < 2 * DEADLINE_MS, `${durationMs} ms`);
const nothingSent = (_: Exchange, { heard }: FaultyServer) => assert.deepEqual(heard.join(""), "");

const FAULTS: readonly Fault[] = [
  {
    what: "nothing listens on the port",
    server: async () => {
      const gone = await startTcp(never);
      await gone.stop();
      return gone;
    },
    cause: "connection_refused",
  },
  {
    what: "the connection is reset before TLS",
    server: () => startTcp((socket) => socket.resetAndDestroy()),
    // Whichever is noticed first.
    cause: ["connection_reset", "tls_failed"],
  },
  {
    what: "the connection is reset once the request has come",
    server: () => startTls((socket) => socket.destroy()),
    cause: "connection_reset",
  },
  {
    what: "the connection is reset in the middle of the status line",
    server: () => startTls((socket) => socket.end("HTTP/1.1 2")),
    cause: "connection_reset",
  },
  {
    what: "TLS is never completed",
    server: () => startTcp(never),
    cause: "tls_timeout",
    also: inTime,
  },
  {
    what: "the port answers plain HTTP",
    server: () => startTcp((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")),
    cause: "tls_failed",
  },
  {
    what: "TLS 1.1 is the newest that is spoken",
    server: () =>
      startTls(never, {
        minVersion: "TLSv1",
        maxVersion: "TLSv1.1",
        ciphers: "DEFAULT@SECLEVEL=0",
      }),
    cause: "tls_failed",
    also: nothingSent,
  },
  {
    what: "the certificate has expired, in test mode too",
    server: () => startTls((socket) => socket.write(OK), { expired: true }),
    cause: "tls_expired",
    also: nothingSent,
  },
  {
    what: "the certificate is another host's, in test mode too",
    server: () => startTls((socket) => socket.write(OK), { host: "other.example" }),
    cause: "tls_wrong_host",
    also: nothingSent,
  },
  {
    what: "the certificate is self-signed, in test mode",
    server: () => answers(OK),
    cause: null,
  },
  { what: "only HTTP/2 is spoken", server: startHttp2, cause: "http2_only" },
  {
    what: "a redirect, which is not followed",
    server: () => answers("HTTP/1.1 307 x\r\nLocation: /next\r\nContent-Length: 0\r\n\r\n"),
    cause: "redirect",
    also: (_, { heard }) => assert.equal(heard.length, 1),
  },
  {
    what: "early hints without end",
    server: () => startTls((socket) => drip(socket, "HTTP/1.1 103 Early Hints\r\n\r\n", 20)),
    cause: "response_timeout",
    also: inTime,
  },
  {
    what: "100 Continue without end",
    server: () => startTls((socket) => drip(socket, "HTTP/1.1 100 Continue\r\n\r\n", 20)),
    cause: "response_invalid",
  },
  {
    what: "an upgrade that nobody asked for",
    server: () => answers("HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"),
    cause: "response_invalid",
  },
  {
    what: "early hints and then a success",
    server: () => answers(`HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${OK}`),
    cause: null,
  },
  {
    what: "headers that drip without end",
    server: () =>
      startTls((socket) => {
        socket.write("HTTP/1.1 200 OK\r\n");
        drip(socket, "X-A: b\r\n", 20);
      }),
    cause: "response_timeout",
    also: inTime,
  },
  {
    what: "headers without measure",
    server: () =>
      startTls((socket) => {
        socket.write("HTTP/1.1 200 OK\r\n");
        flood(socket, 2 ** 20);
      }),
    cause: "response_invalid",
  },
  {
    what: "something that is not HTTP",
    server: () => answers("220 mail.example ESMTP ready\r\n"),
    cause: "response_invalid",
  },
  {
    what: "line breaks and NULs in what is answered",
    server: () => answers("HTTP/1.1 200 OK\r\nX-A: b\rX-B: c\r\nContent-Length: 0\r\n\r\n"),
    cause: "response_invalid",
  },
  {
    what: "a body that drips after a 200: the status line decides",
    server: () =>
      startTls((socket) => {
        socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nhalf");
        drip(socket, ".", 50);
      }),
    cause: null,
    also: (exchange) => {
      inTime(exchange);
      assert.equal(exchange.status, 200);
      assert.equal(exchange.truncated, true);
      assert.match(exchange.body!.toString(), /^half\.+$/);
    },
  },
  {
    what: "a body that breaks off after a 200",
    server: () =>
      startTls((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")),
    cause: null,
    also: ({ body, truncated }) => assert.deepEqual([body?.toString(), truncated], ["half", true]),
  },
  {
    what: "a body of 50 MB: 64 KiB are kept, the rest is never read",
    server: () =>
      startTls((socket) => {
        socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${50 * 2 ** 20}\r\n\r\n`);
        flood(socket, 50 * 2 ** 20);
      }),
    cause: null,
    also: ({ body, truncated }, server) => {
      assert.deepEqual([body?.length, truncated], [BODY_CAP_BYTES, true]);
      assert.ok(server.sentBytes() < 20 * 2 ** 20, `${server.sentBytes()} bytes were sent`);
    },
  },
  {
    what: "a gzip bomb: kept as it came, never unpacked",
    server: () => {
      const bomb = gzipSync(Buffer.alloc(30 * 2 ** 20), { level: 9 });
      const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`;
      return startTls((socket) => socket.write(Buffer.concat([Buffer.from(head), bomb])));
    },
    cause: null,
    also: ({ body, headers }) => {
      assert.equal(headers?.["content-encoding"], "gzip");
      assert.deepEqual(body?.subarray(0, 2), Buffer.from([0x1f, 0x8b]));
      assert.ok(body!.length <= BODY_CAP_BYTES);
    },
  },
];

suite("faults of a receiver", { concurrency: CONCURRENCY }, () => {
  for (const { what, server, cause, also } of FAULTS) {
    test(`${what} → ${cause ?? "delivered"}`, async () => {
      const started = await kept(server());
      const exchange = await post(started.url);
      const got = exchange.failure?.cause ?? null;
      assert.ok([cause].flat().includes(got), `${got}: ${exchange.failure?.message}`);
      also?.(exchange, started);
    });
  }
});

/** Answers `delayMs` after the request was made, by the very clock that judges it. Tried again when the
 *  machine was so busy that the answer itself was late. */
async function answeredAfter(delayMs: number, deadlineMs: number): Promise<Exchange> {
  for (;;) {
    const began = performance.now();
    let answeredMs = Number.POSITIVE_INFINITY;
    const server = await kept(
      startTls((socket) => {
        const left = began + delayMs - performance.now();
        setTimeout(() => {
          answeredMs = performance.now() - began;
          socket.write(OK);
        }, left);
      }),
    );
    const exchange = await post(server.url, { deadlineMs });
    const isOnTime = answeredMs < delayMs + deadlineMs / 200;
    if (delayMs > deadlineMs || exchange.failure === null || isOnTime) return exchange;
  }
}

test("the real deadline: an answer after 9.9 s is a success, one after 10.1 s is late", async () => {
  const [inside, late] = await Promise.all([
    answeredAfter(9_900, DEADLINE),
    answeredAfter(10_100, DEADLINE),
  ]);
  assert.equal(inside.failure, null);
  assert.ok(inside.durationMs >= 9_800, `${inside.durationMs}`);
  assert.equal(late.failure?.cause, "response_timeout");
  assert.ok(late.durationMs >= 9_990, `${late.durationMs}`);
});

test("every cause has a sentence of what to do about it, and none of it speaks in codes", () => {
  for (const cause of Object.keys(FAILURE_CAUSES)) {
    const fix = fixFor(cause)!;
    assert.match(fix, /^[A-Z].{20,}\.$/, cause);
    assert.doesNotMatch(fix, /E[A-Z]{6,}|UND_ERR|errno/, cause);
  }
});
