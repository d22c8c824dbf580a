import { defineConfig } from "@playwright/test";
import { chromiumFlags } from "./e2e/support/chromium.ts";
import { env } from "./lib/kernel/env.ts";

const JS_FLAGS = ["--no-maglev", "--no-opt", "--always-sparkplug", "--single-threaded-gc"];

/** The files that take longest, a minute and less. They begin first: at the end, three workers would wait for them. */
const LONGEST = ["secrets", "tables", "recovery", "report-screens"].map(
  (name) => `**/${name}.spec.ts`,
);

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/support/global-setup.ts",
  outputDir: "test-results",
  // Playwright runs projects in this order, and the files of each by name.
  projects: [{ testMatch: LONGEST }, { testMatch: "**/*.spec.ts", testIgnore: LONGEST }],
  // More than the processors of a small machine: with three workers on two processors, a quarter of their time is idle.
  workers: 4,
  // A limit for hangs alone: a machine under load may take several times as long as a quiet one.
  timeout: 300_000,
  expect: { timeout: 30_000, toPass: { timeout: 120_000 } },
  forbidOnly: true,
  // A machine under load may starve a browser; what passes only at the second try is shown as flaky.
  retries: 1,
  reporter: [["list"], ["./e2e/support/totals.ts"]],
  use: {
    baseURL: env.publicUrl,
    ignoreHTTPSErrors: true,
    // Halfway through a movement an element has neither its final colours nor its final place.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    // Not of every test: a trace copies the page at each step, and costs a third of the time.
    trace: "on-first-retry",
    launchOptions: {
      executablePath: env.chromiumPath ?? undefined,
      // Pages of journeys close before optimised code pays off. Without it, and with baseline code and one thread that
      // collects garbage, journeys take a fifth less processor time.
      args: [...chromiumFlags(), `--js-flags=${JS_FLAGS.join(",")}`],
    },
  },
});
