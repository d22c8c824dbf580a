// Faults of a merchant's server, each played by a real one: the recorded cause, the deadline and what is kept.

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
import { FAILURE_CAUSES, type FailureCause, fixFor } from "./failures.ts";
import { createPoster, DEADLINE_MS as DEADLINE, type HttpCall, type PostOptions } from "./post.ts";
import { BODY_CAP_BYTES } from "./send-on.ts";

const DEADLINE_MS = 1_500;
const BODY = '{"a":1}';
const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

/** Low, so that a busy machine does not make a timely response late. */
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

async function post(url: string, options: Partial<PostOptions> = {}): Promise<HttpCall> {
  const poster = createPoster({ allowPrivate: true, deadlineMs: DEADLINE_MS, ...options });
  cleanups.push(poster.close);
  return await poster.post({ mode: "test", url, headers: {}, body: BODY });
}

const never = () => {};
const answers = (text: string) => startTls((socket) => socket.write(text));

type Fault = {
  what: string;
  server: () => Promise<FaultyServer>;
  /** Null when the delivery succeeds. */
  cause: FailureCause | readonly FailureCause[] | null;
  also?: (call: HttpCall, server: FaultyServer) => void;
};

const inTime = ({ durationMs }: HttpCall) =>
  assert.ok(durationMs >= DEADLINE_MS - 20 && durationMs < 2 * DEADLINE_MS, `${durationMs} ms`);
const nothingSent = (_: HttpCall, { heard }: FaultyServer) => assert.deepEqual(heard.join(""), "");

const FAULTS: readonly Fault[] = [
  {
    what: "no server listens on the port",
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
    // Depends on which is noticed first.
    cause: ["connection_reset", "tls_failed"],
  },
  {
    what: "the connection is reset after the request",
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
    what: "the server supports TLS 1.1 at most",
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
    what: "the certificate has expired, in test mode as well",
    server: () => startTls((socket) => socket.write(OK), { expired: true }),
    cause: "tls_expired",
    also: nothingSent,
  },
  {
    what: "the certificate is for another host, in test mode as well",
    server: () => startTls((socket) => socket.write(OK), { host: "other.example" }),
    cause: "tls_wrong_host",
    also: nothingSent,
  },
  {
    what: "the certificate is self-signed, in test mode",
    server: () => answers(OK),
    cause: null,
  },
  { what: "the server supports HTTP/2 only", server: startHttp2, cause: "http2_only" },
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
    what: "an unrequested upgrade",
    server: () => answers("HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"),
    cause: "response_invalid",
  },
  {
    what: "early hints followed by a success",
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
    what: "headers of 1 MiB",
    server: () =>
      startTls((socket) => {
        socket.write("HTTP/1.1 200 OK\r\n");
        flood(socket, 2 ** 20);
      }),
    cause: "response_invalid",
  },
  {
    what: "a response that is not HTTP",
    server: () => answers("220 mail.example ESMTP ready\r\n"),
    cause: "response_invalid",
  },
  {
    what: "a bare line break in a header",
    server: () => answers("HTTP/1.1 200 OK\r\nX-A: b\rX-B: c\r\nContent-Length: 0\r\n\r\n"),
    cause: "response_invalid",
  },
  {
    what: "a body that drips after a 200: the status decides",
    server: () =>
      startTls((socket) => {
        socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nhalf");
        drip(socket, ".", 50);
      }),
    cause: null,
    also: (call) => {
      inTime(call);
      assert.equal(call.status, 200);
      assert.equal(call.truncated, true);
      assert.match(call.body!.toString(), /^half\.+$/);
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
    what: "a body of 50 MiB: 64 KiB are kept, the rest is not read",
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
    what: "a gzip bomb: kept compressed, never decompressed",
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
      const call = await post(started.url);
      const got = call.failure?.cause ?? null;
      assert.ok([cause].flat().includes(got), `${got}: ${call.failure?.message}`);
      also?.(call, started);
    });
  }
});

/** A call whose response is sent after `delayMs`, by the clock that judges it. Repeats when a busy machine sent
 *  the response late. */
async function answeredAfter(delayMs: number, deadlineMs: number): Promise<HttpCall> {
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
    const call = await post(server.url, { deadlineMs });
    const isOnTime = answeredMs < delayMs + deadlineMs / 200;
    if (delayMs > deadlineMs || call.failure === null || isOnTime) return call;
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

test("every cause has a fix in a full sentence without error codes", () => {
  for (const cause of Object.keys(FAILURE_CAUSES)) {
    const fix = fixFor(cause)!;
    assert.match(fix, /^[A-Z].{20,}\.$/, cause);
    assert.doesNotMatch(fix, /E[A-Z]{6,}|UND_ERR|errno/, cause);
  }
});
