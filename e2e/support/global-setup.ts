import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { childEnv, env } from "#lib/kernel/env.ts";
import { announceLiveRail, startLiveRail } from "./live-rail.ts";

/** For the service with finished screens: database, migrations, demo merchant, processes. */
const START_TIMEOUT_MS = 180_000;

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error("The service did not start in time.")),
      START_TIMEOUT_MS,
    );
    child.once("message", () => {
      clearTimeout(timer);
      resolve();
    });
    child.once("error", reject);
    child.once("exit", () => reject(new Error("The service ended while it started.")));
  });
}

/** Starts the service as `npm start` does, on the throwaway folder and port that the test launcher chose, with
 *  a rail for live mode. Returns a function that stops both. */
export default async function startService(): Promise<() => Promise<void>> {
  if (!env.throwaway) {
    throw new Error("Run the journeys through the launcher: node start.mjs test e2e");
  }
  await announceLiveRail();
  const serve = join("lib", "cli", "launch", "serve.ts");
  const child = spawn(process.execPath, ["--no-warnings", serve], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: childEnv({ LOG_LEVEL: "warn" }),
  });
  await ready(child);
  const rail = await startLiveRail();
  return async () => {
    const ended = [child, rail].map((one) => new Promise((resolve) => one.once("exit", resolve)));
    for (const one of [child, rail]) one.send("stop");
    await Promise.all(ended);
  };
}
