// The web process, which owns the port. `--api-only` serves no screens and needs no build. `--screens-at=PORT`
// forwards requests for screens to a process that renders them from source (`npm run dev`).

import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { closeDb } from "#db/client.ts";
import { readDatabaseClock } from "#db/clock.ts";
import { whyCannotServe } from "#db/fitness.ts";
import { shareConnections } from "#db/share.ts";
import { apiApp } from "#lib/api/app.ts";
import { closeRateLimits, openRateLimits } from "#lib/api/pipeline/limit-rate.ts";
import { toErrorResponse } from "#lib/api/pipeline/respond.ts";
import { makeDashboardApp } from "#lib/dashboard/app.ts";
import { openDocs, openDocsSources } from "#lib/docs/serve.ts";
import { createUpcomingPartitions } from "#lib/domain/history/index.ts";
import { watchWebProcesses } from "#lib/domain/installation/index.ts";
import { flushKeyUse } from "#lib/domain/keys/index.ts";
import { liveCursor, stopWatching } from "#lib/domain/live/index.ts";
import { flushRequestLog } from "#lib/domain/request-log/index.ts";
import { hostedApp } from "#lib/hosted/app.ts";
import { SECOND_MS } from "#lib/kernel/clock.ts";
import { collectGarbage } from "#lib/kernel/collect-garbage.ts";
import { whyWritesFail } from "#lib/kernel/database-trouble.ts";
import { checkEnv, env } from "#lib/kernel/env.ts";
import { ApiError, invalid } from "#lib/kernel/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { log } from "#lib/kernel/log.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import { findCompressedAssets } from "#lib/server/compressed-assets.ts";
import { createFront } from "#lib/server/front.ts";
import { EXIT_CONFIG, manageLifecycle, trackResponses } from "#lib/server/lifecycle.ts";
import { refuseToBind } from "#lib/server/listener.ts";
import { withLiveCursor } from "#lib/server/live-cursor.ts";
import { createReadiness } from "#lib/server/readiness.ts";
import { withRequestLocale } from "#lib/server/request-locale.ts";
import { createScreensProxy, installInternalFetch, prepareScreens } from "#lib/server/screens.ts";
import type { Malformed, MalformedAnswer } from "#lib/server/strict-http.ts";
import { openTracing } from "#lib/server/tracing.ts";
import { followDatabaseClock, whyClockIsWrong } from "#lib/worker/follow-clock.ts";
import { INSTALLATION_READINGS } from "#lib/worker/readings.ts";
import { type Loop, repeat } from "#lib/worker/repeat.ts";
import { mayStart } from "#lib/worker/start-checks.ts";

const DRAIN_MS = 10_000;
const DOCS = join(import.meta.dirname, ".next", "docs");

checkEnv();
const refusal = refuseToBind(env);
if (refusal) {
  process.stderr.write(`${refusal}\n`);
  process.exit(EXIT_CONFIG);
}

/** An API error from before the API's own pipeline. */
function refuse(error: ApiError): Response {
  return toErrorResponse({ requestId: newId("req"), version: NEWEST_VERSION }, error);
}

const MALFORMED: Readonly<Record<Malformed, () => ApiError>> = {
  headers_too_large: () =>
    new ApiError("request_too_large", "The request's headers are too large."),
  keys_repeated: () => invalid("Idempotency-Key", "Send one Idempotency-Key, not several."),
  unreadable: () => new ApiError("parameter_invalid", "The request is unreadable."),
};
const refusePlainHttp = () =>
  refuse(new ApiError("tls_required", "Use https: plain HTTP is refused."));
const refuseMalformed: MalformedAnswer = (why) => refuse(MALFORMED[why]());

const DEV_SCREENS = "--screens-at=";
const devScreens = process.argv.find((arg) => arg.startsWith(DEV_SCREENS));
const dev = devScreens !== undefined;
const apiOnly = process.argv.includes("--api-only");
const dashboardApp = makeDashboardApp((request) => apiApp.fetch(request));
installInternalFetch(dashboardApp, env.publicUrl);

function refuseScreens(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(404, { "Content-Type": "text/plain; charset=utf-8" });
  response.end("This process serves the API only.\n");
}

const screensPort = Number(devScreens?.slice(DEV_SCREENS.length));
const proxy = dev ? createScreensProxy(screensPort) : null;
const screens =
  apiOnly || dev ? null : await prepareScreens({ dev: false, hostname: env.host, port: env.port });

const readiness = createReadiness(whyCannotServe, () => whyClockIsWrong() ?? whyWritesFail());
const front = createFront({
  settings: env,
  api: apiApp,
  dashboard: dashboardApp,
  hosted: hostedApp,
  plainHttp: { fetch: refusePlainHttp },
  malformed: refuseMalformed,
  screens: withLiveCursor(
    proxy?.handle ?? (screens && withRequestLocale(screens.getRequestHandler())) ?? refuseScreens,
    liveCursor,
  ),
  readiness,
  readings: INSTALLATION_READINGS,
  ...(dev || apiOnly ? {} : { assets: findCompressedAssets(join(import.meta.dirname, ".next")) }),
  ...(apiOnly
    ? {}
    : { docs: dev ? openDocsSources(screensPort, env.publicUrl) : openDocs(DOCS, env.publicUrl) }),
  dev,
});
if (proxy) front.on("upgrade", proxy.upgrade);
const drain = trackResponses(front);
const closeTracing = await openTracing("paydesk-web", env);
const clock = followDatabaseClock(readDatabaseClock);
const loops: Loop[] = [clock];
const webProcesses = watchWebProcesses();

const lifecycle = manageLifecycle(async () => {
  readiness.leave();
  await sleep(env.shutdownDelayMs);
  await drain(DRAIN_MS);
  await Promise.all([...loops.map((loop) => loop.stop()), stopWatching()]);
  await screens?.close();
  await flushRequestLog().catch((error) => log.warn("last requests not logged", { error }));
  await flushKeyUse().catch((error) => log.warn("last key counters lost", { error }));
  await Promise.all([closeRateLimits(), webProcesses.close(), closeTracing()]);
  await closeDb();
}, env.shutdownDelayMs);

front.once("error", (error: NodeJS.ErrnoException) => {
  const where = `${env.host}:${env.port}`;
  log.error(error.code === "EADDRINUSE" ? `${where} is in use` : "cannot listen", { error });
  process.exit(error.code === "EADDRINUSE" ? EXIT_CONFIG : 1);
});
await Promise.all([clock.known, openRateLimits()]);
loops.push(repeat("sharing the database's connections", 5 * SECOND_MS, shareConnections));
const unfit = await mayStart();
if (unfit) {
  log.error(unfit);
  process.exit(EXIT_CONFIG);
}
// Payments must work while no worker runs.
loops.push(repeat("creating upcoming partitions", SECOND_MS, createUpcomingPartitions));
if (!env.redisUrl) loops.push(repeat("counting web processes", 10 * SECOND_MS, webProcesses.look));
// Loading its modules leaves 110 MB of garbage in a web process, which is not collected without traffic. Blocks the
// process for some hundred milliseconds.
collectGarbage();
front.listen(env.port, env.host, () => {
  log.info("web listening", { url: env.publicUrl });
  lifecycle.ready();
});
