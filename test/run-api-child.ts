import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { childEnv } from "#lib/kernel/env.ts";

const CHILD = fileURLToPath(import.meta.resolve("./api-child.ts"));

export type ChildEnd = { signal: string | null; statuses: number[]; log: string };

/** Makes API calls in a separate process on this test's database, with log level `debug`. */
export async function runApiChild(task: {
  key: string;
  calls: [
    method: string,
    path: string,
    body?: object | string | undefined,
    headers?: Record<string, string>,
  ][];
  die?: "before" | "after";
  work?: boolean;
}): Promise<ChildEnd> {
  const child = spawn(process.execPath, ["--no-warnings", CHILD, JSON.stringify(task)], {
    env: childEnv({ LOG_LEVEL: "debug", NODE_TEST_CONTEXT: undefined }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let log = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    log += chunk;
  });
  const signal = await new Promise<string | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (_code, name) => resolve(name));
  });
  return { signal, statuses: out.split("\n").filter(Boolean).map(Number), log };
}
