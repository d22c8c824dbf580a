// A hostile caller in a separate process: sends one scene's requests until its time is over, with any response,
// and prints the number of responses by status.

import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "#lib/kernel/ids.ts";
import { HOSTILE_SCENES, type Sent } from "./hostile-scenes.ts";

export interface Flood {
  port: number;
  /** Its place in `HOSTILE_SCENES`. */
  scene: number;
  key: string;
  ms: number;
}

const { port, scene, key, ms } = JSON.parse(process.argv[2] ?? "") as Flood;
const { connections, perSecond, requests } = HOSTILE_SCENES[scene]!;
const all = requests();
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const answered: Record<string, number> = {};

/** The status, or why there was none: a request refused while it is being sent can end with a closed
 *  connection. */
function send({ method, path, headers, body }: Sent): Promise<string> {
  return new Promise((resolve) => {
    const sent = request(
      {
        agent,
        port,
        host: "127.0.0.1",
        method,
        path,
        headers: {
          ...headers,
          Authorization: `Bearer ${key}`,
          ...(body && { "Idempotency-Key": newId("req"), "Content-Length": body.byteLength }),
        },
      },
      (response) => {
        response.resume();
        response.once("close", () => resolve(String(response.statusCode)));
      },
    );
    sent.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "failed"));
    sent.end(body);
  });
}

const begin = performance.now();
let begun = 0;

async function drive(): Promise<void> {
  for (;;) {
    const n = begun++;
    const due = begin + (n * 1_000) / perSecond;
    if (due > begin + ms) return;
    if (due > performance.now()) await sleep(due - performance.now());
    if (performance.now() > begin + ms) return;
    const status = await send(all[n % all.length]!);
    answered[status] = (answered[status] ?? 0) + 1;
  }
}

await Promise.all(Array.from({ length: connections }, drive));
agent.destroy();
process.stdout.write(JSON.stringify(answered));
