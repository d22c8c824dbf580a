// A separate process that makes API calls and can die during one:
//   node test/api-child.ts '{"key":"sk_…","calls":[["POST","/v1/payments",{…},{…}]],"die":"before"}'
// `die`: at the rail, before or after it has acted. `work`: afterwards a worker runs all due work once. Prints the
// status of each call that returned.
import { closeDb } from "#db/client.ts";
import { railFor, useRail } from "#lib/rails/index.ts";
import { startWorker } from "#lib/worker/index.ts";
import { api } from "./api.ts";

type Task = {
  key: string;
  calls: [method: string, path: string, body?: object | string, headers?: Record<string, string>][];
  die?: "before" | "after";
  work?: boolean;
};

const { key, calls, die, work } = JSON.parse(process.argv[2] ?? "") as Task;

/** Dies as by `kill -9`: no handler runs, nothing is flushed. */
async function dieHere(): Promise<never> {
  process.kill(process.pid, "SIGKILL");
  return await new Promise(() => {});
}

if (die) {
  const rail = railFor("test");
  useRail("test", {
    ...rail,
    authorise: async (request) => {
      if (die === "after") await rail.authorise(request);
      return await dieHere();
    },
    capture: async (request) => {
      if (die === "after") await rail.capture(request);
      return await dieHere();
    },
    cancel: async (request) => {
      if (die === "after") await rail.cancel(request);
      return await dieHere();
    },
    refund: async (request) => {
      if (die === "after") await rail.refund(request);
      return await dieHere();
    },
  });
}

for (const [method, path, body, headers] of calls) {
  // JSON has no undefined, so a call without a body has null.
  const { status } = await api().call(key, method, path, body ?? undefined, headers);
  process.stdout.write(`${status}\n`);
}
if (work) await startWorker().stop();
await closeDb();
