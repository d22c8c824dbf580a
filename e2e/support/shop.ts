import { type ChildProcess, spawn } from "node:child_process";
import { freePort } from "#db/embedded/ports.ts";
import { childEnv, env } from "#lib/kernel/env.ts";
import type { TestAccount } from "./account.ts";

export type Shop = { url: string; close(): Promise<void> };

/** The guide's sample shop in a separate process, on another port and so another origin. */
export async function openShop(
  { test }: Pick<TestAccount, "test">,
  service = env.publicUrl,
): Promise<Shop> {
  const port = await freePort();
  const child = spawn(process.execPath, ["examples/checkout/server.mjs"], {
    env: childEnv({
      PAYDESK_SECRET_KEY: test.secret_key,
      PAYDESK_PUBLISHABLE_KEY: test.publishable_key,
      PAYDESK_URL: service,
      SHOP_PORT: String(port),
    }),
    stdio: ["ignore", "pipe", "inherit"],
  });
  await opened(child);
  return {
    url: `http://localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.kill();
      }),
  };
}

function opened(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.once("data", () => resolve());
    child.once("exit", () => reject(new Error("The sample shop did not open.")));
  });
}
