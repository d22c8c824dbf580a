import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { generate } from "selfsigned";
import { DAY_MS, dateFromMs, nowMs } from "#lib/kernel/clock.ts";

export type Received = {
  path: string;
  headers: Record<string, string>;
  /** The exact bytes, against which a signature is checked. */
  body: Buffer;
};

/** The receiver's response: a status and more, no response, a closed connection, or what `write` does. */
export type Reply =
  | { status: number; headers?: Record<string, string>; body?: string | Buffer; delayMs?: number }
  | "hang"
  | "reset"
  | { write(response: ServerResponse): void };

export type Receiver = {
  url: string;
  port: number;
  /** The self-signed certificate as PEM. A client that trusts it can verify the receiver. */
  certificate: string;
  received: Received[];
  /** Sets the response from now on: always the same, or chosen by the request. */
  reply(next: Reply | ((received: Received, index: number) => Reply)): void;
  /** Resolves when `count` requests (only matching ones if a predicate is given) have arrived. */
  waitFor(count: number, matching?: (received: Received) => boolean): Promise<Received[]>;
  stop(): Promise<void>;
};

const WAIT_MS = 20_000;

/** Cache of certificates by purpose, because making one is slow. */
const made = new Map<string, ReturnType<typeof makeCertificate>>();

/** A self-signed certificate for a host, and its key, as PEM. */
export async function certificateFor(
  host: string,
  expired = false,
): Promise<{ cert: string; key: string }> {
  const name = `${host} ${expired}`;
  const making = made.get(name) ?? makeCertificate(host, expired);
  made.set(name, making);
  const { cert, private: key } = await making;
  return { cert, key };
}

async function makeCertificate(host: string, expired: boolean) {
  const ends = nowMs() + (expired ? -DAY_MS : 30 * DAY_MS);
  return await generate([{ name: "commonName", value: host }], {
    keyType: "ec",
    notBeforeDate: dateFromMs(nowMs() - 2 * DAY_MS),
    notAfterDate: dateFromMs(ends),
    extensions: [
      { name: "basicConstraints", cA: true },
      {
        name: "subjectAltName",
        altNames: [
          { type: 2, value: host },
          ...(host === "localhost" ? [{ type: 7 as const, ip: "127.0.0.1" }] : []),
        ],
      },
    ],
  });
}

/** A merchant's local HTTPS server with a self-signed certificate. It responds 200 by default and stores every
 *  request. */
export async function startReceiver(
  options: { host?: string; expired?: boolean; port?: number } = {},
): Promise<Receiver> {
  const host = options.host ?? "localhost";
  const { cert, key } = await certificateFor(host, options.expired);

  const received: Received[] = [];
  const waiting = new Set<() => void>();
  let answer: (one: Received, index: number) => Reply = () => ({ status: 200, body: "ok" });
  const server = createServer({ key, cert }, (request, response) => {
    void collect(request).then((one) => {
      received.push(one);
      const reply = answer(one, received.length - 1);
      for (const check of waiting) check();
      respond(response, reply);
    });
  });
  server.keepAliveTimeout = 30_000;
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `https://localhost:${port}/hooks`,
    port,
    certificate: cert,
    received,
    reply: (next) => {
      answer = typeof next === "function" ? next : () => next;
    },
    waitFor: (count, matching = () => true) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const found = received.filter(matching);
          if (found.length < count) return;
          finish();
          resolve(found);
        };
        const timer = setTimeout(() => {
          finish();
          const had = received.filter(matching).length;
          reject(new Error(`waited for ${count} requests, ${had} came`));
        }, WAIT_MS);
        const finish = () => {
          clearTimeout(timer);
          waiting.delete(check);
        };
        waiting.add(check);
        check();
      }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function collect(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([key, value]) => [key, String(value)]),
  );
  return { path: request.url ?? "", headers, body: Buffer.concat(chunks) };
}

function respond(response: ServerResponse, reply: Reply): void {
  if (reply === "hang") return;
  if (reply === "reset") {
    response.socket?.destroy();
    return;
  }
  if ("write" in reply) {
    reply.write(response);
    return;
  }
  const send = () => response.writeHead(reply.status, reply.headers).end(reply.body);
  if (reply.delayMs) setTimeout(send, reply.delayMs);
  else send();
}
