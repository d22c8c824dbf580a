// The limit of a delivery: the same HTTP client with the same options on the same kind of connection signs and
// posts the same body repeatedly and reads each response whole. No database, no timeout, no history. Arguments:
// URL, number of connections, duration, body. Prints the requests per second.

import { Client, type Dispatcher } from "undici";
import { signatureHeaders } from "#lib/domain/webhooks/dispatch/signature.ts";
import { CLIENT } from "#lib/domain/webhooks/outbound/client-pool.ts";
import { webhookConnector } from "#lib/domain/webhooks/outbound/connection.ts";

const [url = "", atATime = "", measureMs = "", body = ""] = process.argv.slice(2);
const { origin, host, pathname } = new URL(url);
const connect = webhookConnector({ mode: "test", allowPrivate: true, timeoutMs: 10_000 });
const secrets = ["whsec_of_the_bare_loop"];
let done = 0;
const warmUntil = performance.now() + 1_000;
const until = warmUntil + Number(measureMs);

type Answer = { status: number; headers: Record<string, unknown>; body: Buffer };

class Reading implements Dispatcher.DispatchHandler {
  readonly settled = Promise.withResolvers<Answer>();
  status = 0;
  headers: Record<string, unknown> = {};
  readonly chunks: Buffer[] = [];

  onRequestStart() {}
  onResponseStart(_: unknown, status: number, headers: Record<string, unknown>) {
    this.status = status;
    this.headers = headers;
  }
  onResponseData(_: unknown, chunk: Buffer) {
    this.chunks.push(chunk);
  }
  onResponseEnd() {
    const { status, headers } = this;
    this.settled.resolve({ status, headers, body: Buffer.concat(this.chunks) });
  }
  onResponseError(_: unknown, error: Error) {
    this.settled.reject(error);
  }
}

function post(client: Client): Promise<Answer> {
  const headers = {
    Host: host,
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(body)),
    "User-Agent": "Paydesk-Webhooks/1.0",
    Accept: "*/*",
    "Accept-Encoding": "identity",
    ...signatureHeaders({ id: `evt_${done}`, body }, secrets, Date.now()),
    "Service-Event-Id": `evt_${done}`,
    "Service-Delivery-Attempt": "1",
  };
  const reading = new Reading();
  client.dispatch({ path: pathname, method: "POST", headers, body }, reading);
  return reading.settled.promise;
}

async function loop(): Promise<void> {
  const client = new Client(origin, {
    ...CLIENT,
    connect: (target, callback) => connect(target, () => {}, callback),
  });
  while (performance.now() < until) {
    const { status } = await post(client);
    if (status !== 200) throw new Error(`answered ${status}`);
    if (performance.now() > warmUntil) done++;
  }
  await client.close();
}

await Promise.all(Array.from({ length: Number(atATime) }, loop));
process.stdout.write(String((done * 1_000) / Number(measureMs)));
