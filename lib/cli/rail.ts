// The sandbox rail as a separate process (docs/rail-protocol.md). Listens on the address in SANDBOX_RAIL_URL, so one
// setting configures both sides. Sends news of credits (`control/credit`) to Paydesk at PUBLIC_URL or at `--tell`;
// `--live` makes it the rail of live mode.

import { join } from "node:path";
import { parseArgs } from "node:util";
import { tryLock } from "#db/embedded/process-lock.ts";
import { assignEnv, checkEnv, env } from "#lib/kernel/env.ts";
import { isLoopback } from "#lib/kernel/exposure.ts";
import { log } from "#lib/kernel/log.ts";
import { sandboxSecret } from "#lib/rails/index.ts";
import { openBook } from "#lib/rails/process/book.ts";
import { bookedRail } from "#lib/rails/process/booked-rail.ts";
import { createHerald, creditsIn } from "#lib/rails/process/credits.ts";
import { parseFaults } from "#lib/rails/process/faults.ts";
import { createRailServer } from "#lib/rails/process/server.ts";
import { sandboxRail } from "#lib/rails/sandbox/rail.ts";
import { manageLifecycle } from "#lib/server/lifecycle.ts";
import { readTls, refuseToBind } from "#lib/server/listener.ts";
import { masterKeyIn } from "./launch/database.ts";
import { report } from "./launch/report.ts";
import { answerHelp, wholeNumberOf } from "./usage.ts";

const DEFAULT_PORT = 3_100;

const USAGE = `Usage: npm run -s rail -- [--port 3100] [--host 127.0.0.1] [--tell URL] [--live] [--faults FAULTS] [--seed N] [--late-ms N] [--latency-ms N]

  --port, --host  address to listen on (default: that of SANDBOX_RAIL_URL, else 127.0.0.1:${DEFAULT_PORT})
  --tell          address of Paydesk that receives news of credits (default: PUBLIC_URL)
  --live          the rail of live mode
  --faults        faults with their shares: timeout_after=0.05,…
  --seed          makes the faults repeatable (default: 1)
  --late-ms       how late a late answer is (default: 12000)
  --latency-ms    delay of every answer (default: 0)`;

const OPTIONS = {
  port: { type: "string" },
  host: { type: "string" },
  faults: { type: "string", default: "" },
  seed: { type: "string", default: "1" },
  "late-ms": { type: "string", default: "12000" },
  "latency-ms": { type: "string", default: "0" },
  tell: { type: "string" },
  live: { type: "boolean", default: false },
} as const;

function readOptions() {
  const { values } = parseArgs({ options: OPTIONS });
  const told = env.sandboxRailUrl ? new URL(env.sandboxRailUrl) : null;
  const toldPort = told && Number(told.port || (told.protocol === "https:" ? 443 : 80));
  return {
    host: values.host ?? told?.hostname.replace(/^\[|\]$/g, "") ?? "127.0.0.1",
    herald: { url: values.tell ?? env.publicUrl, livemode: values.live },
    port: values.port ? wholeNumberOf(values.port, "port") : (toldPort ?? DEFAULT_PORT),
    faults: {
      seed: wholeNumberOf(values.seed, "seed"),
      lateMs: wholeNumberOf(values["late-ms"], "late-ms"),
      latencyMs: wholeNumberOf(values["latency-ms"], "latency-ms"),
      rules: parseFaults(values.faults),
    },
  };
}

async function main(): Promise<void> {
  checkEnv();
  const { host, port, faults, herald: telling } = readOptions();
  // Card numbers are sent to this port, and it has neither a proxy nor a public address.
  const reach = { host, tls: env.tls, trustedProxy: [], publicUrl: "http://localhost" };
  const refusal = refuseToBind(reach);
  if (refusal) throw new Error(refusal);
  if (!isLoopback(host) && env.sandboxRailSecret === null) {
    throw new Error(
      `Others can reach ${host}: set SANDBOX_RAIL_SECRET here and for the service that calls it.`,
    );
  }
  // Its challenge links and fingerprints must match those of its installation.
  if (!env.hasMasterKey) assignEnv({ PAYDESK_MASTER_KEY: await masterKeyIn(env.dataDir) });
  if (!(await tryLock(env.dataDir, "rail"))) {
    throw new Error(`A rail already runs on ${env.dataDir}: a book has one writer.`);
  }
  const book = await openBook(join(env.dataDir, "rail", "book.jsonl"));
  const secret = sandboxSecret();
  const herald = createHerald({ ...telling, secret });
  // News sent before the process ended is not recorded; sending it again is harmless.
  for (const id of creditsIn(book)) herald.tell(id);
  const server = createRailServer({
    rail: bookedRail(sandboxRail, book),
    ...{ book, secret, faults, herald },
    tls: env.tls && readTls(env.tls),
  });
  const lifecycle = manageLifecycle(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 1_000).unref();
    await Promise.all([closed, herald.close()]);
    await book.close();
  });
  server.once("error", (error) => process.exit(report(error)));
  server.listen(port, host, () => {
    const address = server.address();
    const bound = typeof address === "object" && address ? address.port : port;
    log.info("sandbox rail listening", {
      url: `${env.tls ? "https" : "http"}://${host.includes(":") ? `[${host}]` : host}:${bound}`,
      operations: book.entries.length,
      faults: faults.rules.length,
    });
    lifecycle.ready();
  });
}

answerHelp(USAGE);
await main();
