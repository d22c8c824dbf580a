// The limit of a delivery: the same HTTP client in its cheapest form, signing and posting the same body
// over and over, and nothing else: connections are kept, answers are thrown away. Arguments: the address,
// how many connections, for how long, and the body. Prints how many a second.

import type { LookupFunction } from "node:net";
import { Client, type Dispatcher } from "undici";
import { signatureHeader } from "#lib/domain/webhooks/dispatch/signature.ts";

const [url = "", atATime = "", measureMs = "", body = ""] = process.argv.slice(2);
const { origin, host, pathname } = new URL(url);
// The receivers' names lead to this machine, which the system does not know.
const lookup: LookupFunction = (_, options, callback) => {
  if (options.all) callback(null, [{ address: "127.0.0.1", family: 4 }]);
  else callback(null, "127.0.0.1", 4);
};
const secrets = ["whsec_of_the_bare_loop"];
let done = 0;
const warmUntil = performance.now() + 1_000;
const until = warmUntil + Number(measureMs);

function post(client: Client): Promise<void> {
  const headers = {
    Host: host,
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(body)),
    "User-Agent": "Paydesk-Webhooks/1.0",
    Accept: "*/*",
    "Accept-Encoding": "identity",
    "Service-Signature": signatureHeader(body, secrets, Date.now()),
    "Service-Event-Id": `evt_${done}`,
    "Service-Delivery-Attempt": "1",
  };
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart() {},
    onResponseStart() {},
    onResponseData() {},
    onResponseEnd: () => resolve(),
    onResponseError: (_, error) => reject(error),
  };
  client.dispatch({ path: pathname, method: "POST", headers, body }, handler);
  return promise;
}

async function loop(): Promise<void> {
  const client = new Client(origin, { connect: { rejectUnauthorized: false, lookup } });
  while (performance.now() < until) {
    await post(client);
    if (performance.now() > warmUntil) done++;
  }
  await client.close();
}

await Promise.all(Array.from({ length: Number(atATime) }, loop));
process.stdout.write(String((done * 1_000) / Number(measureMs)));
