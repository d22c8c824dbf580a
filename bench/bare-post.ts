// The limit of a delivery: the same HTTP client, signing and posting the same body over and over, and
// nothing else. Arguments: the address, how many at a time, for how long. Prints how many a second.

import type { LookupFunction } from "node:net";
import { Agent, request } from "undici";
import { signatureHeader } from "#lib/domain/webhooks/dispatch/signature.ts";

const [url = "", atATime = "", measureMs = "", body = ""] = process.argv.slice(2);
// The receivers' names lead to this machine, which the system does not know.
const lookup: LookupFunction = (_, options, callback) => {
  if (options.all) callback(null, [{ address: "127.0.0.1", family: 4 }]);
  else callback(null, "127.0.0.1", 4);
};
const agent = new Agent({ connect: { rejectUnauthorized: false, lookup }, pipelining: 1 });
const secrets = ["whsec_of_the_bare_loop"];
let done = 0;
const warmUntil = performance.now() + 1_000;
const until = warmUntil + Number(measureMs);

async function loop(): Promise<void> {
  while (performance.now() < until) {
    const headers = {
      "Content-Type": "application/json",
      "Service-Signature": signatureHeader(body, secrets, Date.now()),
      "Service-Event-Id": `evt_${done}`,
      "Service-Delivery-Attempt": "1",
    };
    const answer = await request(url, { method: "POST", headers, body, dispatcher: agent });
    await answer.body.arrayBuffer();
    if (performance.now() > warmUntil) done++;
  }
}

await Promise.all(Array.from({ length: Number(atATime) }, loop));
process.stdout.write(String((done * 1_000) / Number(measureMs)));
await agent.close();
