import { rmSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "#db/embedded/ports.ts";
import { runNode } from "./child.ts";
import { throwawayFolder } from "./throwaway-folder.ts";

/** Runs journeys in a browser against the whole service, built and started in a temporary folder. Returns whether all
 * passed. */
export async function runJourneys(files: readonly string[]): Promise<boolean> {
  // Imported here because Playwright loads slowly and most test runs need no browser.
  const { findChromium } = await import("../../../e2e/support/chromium.ts");
  const chromium = await findChromium();
  const dataDir = throwawayFolder("paydesk-journeys-");
  const port = await freePort();
  try {
    const code = await runNode(
      [join("node_modules", "@playwright", "test", "cli.js"), "test", ...files],
      {
        CHROMIUM_PATH: chromium,
        DATA_DIR: dataDir,
        PAYDESK_THROWAWAY: "1",
        PORT: String(port),
        HOST: undefined,
        PUBLIC_URL: undefined,
        DATABASE_URL: undefined,
        DATABASE_OWNER_URL: undefined,
        PAYDESK_EMBEDDED: undefined,
        PAYDESK_MASTER_KEY: undefined,
      },
    );
    return code === 0;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
