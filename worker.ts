// The worker process: runs the loops that deliver, settle and clean up. With WORKER_PORT it answers /healthz, /readyz
// and /metrics there.

import type { Server } from "node:http";
import { closeDb } from "#db/client.ts";
import { readDatabaseClock } from "#db/clock.ts";
import { whyCannotServe } from "#db/fitness.ts";
import { shareConnections } from "#db/share.ts";
import { SECOND_MS } from "#lib/kernel/clock.ts";
import { whyWritesFail } from "#lib/kernel/database-trouble.ts";
import { checkEnv, env } from "#lib/kernel/env.ts";
import { log } from "#lib/kernel/log.ts";
import { EXIT_CONFIG, manageLifecycle } from "#lib/server/lifecycle.ts";
import { refuseToBind } from "#lib/server/listener.ts";
import { createOperationsServer } from "#lib/server/operations.ts";
import { createReadiness } from "#lib/server/readiness.ts";
import { openTracing } from "#lib/server/tracing.ts";
import { followDatabaseClock, whyClockIsWrong } from "#lib/worker/follow-clock.ts";
import { startWorker } from "#lib/worker/index.ts";
import { INSTALLATION_READINGS } from "#lib/worker/readings.ts";
import { type Loop, repeat } from "#lib/worker/repeat.ts";
import { HELD, mayStart, untilReleased } from "#lib/worker/start-checks.ts";

checkEnv();

function refuse(why: string): never {
  log.error(why);
  process.exit(EXIT_CONFIG);
}

let stopping = false;
let held = true;
const readiness = createReadiness(
  whyCannotServe,
  () => whyClockIsWrong() ?? whyWritesFail() ?? (held ? HELD : null),
);

/** Listens for operators, if a port is set for that. */
function listenForOperators(port: number | null): Server | null {
  if (port === null) return null;
  const refusal = refuseToBind(env);
  if (refusal) refuse(refusal);
  const server = createOperationsServer({
    settings: env,
    readiness,
    readings: INSTALLATION_READINGS,
  });
  server.once("error", (error) => {
    log.error("the worker cannot listen", { error, port });
    process.exit(EXIT_CONFIG);
  });
  return server.listen(port, env.host);
}

const closeTracing = await openTracing("paydesk-worker", env);
const clock = followDatabaseClock(readDatabaseClock);
const loops: Loop[] = [clock];
const operators = listenForOperators(env.workerPort);
const lifecycle = manageLifecycle(async () => {
  stopping = true;
  readiness.leave();
  await Promise.all(loops.map((loop) => loop.stop()));
  operators?.closeAllConnections();
  operators?.close();
  await closeTracing();
  await closeDb();
});
await clock.known;
loops.push(repeat("sharing the database's connections", 5 * SECOND_MS, shareConnections));
const unfit = await mayStart();
if (unfit) refuse(unfit);
lifecycle.ready();
await untilReleased(() => stopping);
held = false;
if (!stopping) loops.push(startWorker());
