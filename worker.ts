// The worker process: runs the loops that deliver, settle and tidy.

import { closeDb } from "#db/client.ts";
import "#lib/api/install.ts";
import { renderEventBody } from "#lib/api/versions/index.ts";
import { checkEnv } from "#lib/kernel/env.ts";
import { manageLifecycle } from "#lib/server/lifecycle.ts";
import { startWorker } from "#lib/worker/index.ts";

checkEnv();
const worker = startWorker({ renderEventBody });
const lifecycle = manageLifecycle(async () => {
  await worker.stop();
  await closeDb();
});
lifecycle.ready();
