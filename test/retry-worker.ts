// A worker in a separate process that retries payments of an account at a slow rail, for tests that kill it:
// `node retry-worker.ts ACCOUNT RAIL_MS`.

import { setTimeout as sleep } from "node:timers/promises";
import { dueRetryJobs } from "#lib/domain/retries/index.ts";
import { finishDue } from "#lib/kernel/due-work.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { railFor, useRail } from "#lib/rails/index.ts";

const [account, railMs] = process.argv.slice(2);
const rail = railFor("test");
useRail("test", {
  ...rail,
  async authoriseStatus(request) {
    await sleep(Number(railMs));
    return await rail.authoriseStatus(request);
  },
});
await finishDue(dueRetryJobs, account as Id<"acct">);
