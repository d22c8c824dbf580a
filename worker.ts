// The worker process: runs the loops that deliver, settle and clean up.

import { closeDb } from "#db/client.ts";
import { readDatabaseClock } from "#db/clock.ts";
import { checkEnv } from "#lib/kernel/env.ts";
import { log } from "#lib/kernel/log.ts";
import { EXIT_CONFIG, manageLifecycle } from "#lib/server/lifecycle.ts";
import { followDatabaseClock } from "#lib/worker/follow-clock.ts";
import { startWorker } from "#lib/worker/index.ts";
import type { Loop } from "#lib/worker/repeat.ts";
import { mayStart } from "#lib/worker/start-checks.ts";

checkEnv();
const clock = followDatabaseClock(readDatabaseClock);
const loops: Loop[] = [clock];
const lifecycle = manageLifecycle(async () => {
  await Promise.all(loops.map((loop) => loop.stop()));
  await closeDb();
});
await clock.known;
const unfit = await mayStart();
if (unfit) {
  log.error(unfit);
  process.exit(EXIT_CONFIG);
}
loops.push(startWorker());
lifecycle.ready();
