import { readFileSync } from "node:fs";
import { join } from "node:path";
import { closeDb } from "#db/client.ts";
import { serviceUrlFor, urlFor } from "#db/embedded/cluster.ts";
import { freePort } from "#db/embedded/ports.ts";
import { startArrivals } from "./arrivals.ts";
import { openShop, readiness, use } from "./installation.ts";
import { Unit } from "./unit.ts";

const DATABASE = "paydesk";

/** An installation of `npm start`: the launcher with its own database in `dataDir`, and without screens. It stands behind a
 * proxy, so it makes no demo. */
export async function startLauncher(dataDir: string, folder: string) {
  const port = await freePort();
  const unit = new Unit({
    name: "launcher",
    command: [process.execPath, "--no-warnings", "lib/cli/launch/serve.ts", "--api-only"],
    variables: {
      ...{ DATABASE_URL: undefined, DATABASE_OWNER_URL: undefined, PAYDESK_MASTER_KEY: undefined },
      ...{ DATA_DIR: dataDir, PORT: String(port), HOST: "127.0.0.1", LOG_LEVEL: "info" },
      ...{ PUBLIC_URL: "https://pay.example", TRUSTED_PROXY: "127.0.0.1" },
      ...{ WEBHOOK_ALLOW_PRIVATE: "true", NODE_TEST_CONTEXT: undefined },
    },
    logPath: join(folder, "launcher.log"),
    isReady: async () => (await readiness(port))?.status === 200,
  });
  await unit.start();
  const saved = JSON.parse(readFileSync(join(dataDir, "postgres.json"), "utf8"));
  await use({
    ownerUrl: urlFor(saved, DATABASE),
    serviceUrl: serviceUrlFor(saved, DATABASE),
    masterKey: readFileSync(join(dataDir, "master.key"), "utf8").trim(),
  });
  const arrivals = await startArrivals();
  const { secret } = await openShop(arrivals.url);
  return {
    ...{ unit, port, secret, arrivals, origin: `http://127.0.0.1:${port}` },
    stop: async () => {
      await closeDb();
      await unit.stop();
      await arrivals.stop();
    },
  };
}
