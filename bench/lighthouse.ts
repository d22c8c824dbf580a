// Lighthouse scores of the dashboard's screens with the desktop settings.

import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { childEnv } from "#lib/kernel/env.ts";
import { chromiumFlags, findChromium } from "../e2e/support/chromium.ts";
import { type Person, signIn } from "./dashboard-people.ts";
import { withNames } from "./dashboard-screens.ts";
import { type Figure, median } from "./figures.ts";
import { installApart } from "./installed.ts";

/** The newest version whose dependencies are all available. */
const VERSION = "12.8.2";
const PATIENCE_MS = 120_000;
const LOAD_MS = 15_000;

const SCREENS = [
  { name: "Home", path: "/test/home" },
  { name: "Payments", path: "/test/payments" },
  { name: "Deliveries", path: "/test/webhooks/deliveries" },
  { name: "Declines", path: "/test/reports/declines" },
  { name: "Settlement", path: "/test/reports/settlement" },
  { name: "Disputes", path: "/test/disputes" },
  { name: "Keys", path: "/test/keys" },
  { name: "Logs", path: "/test/logs" },
  { name: "Checkout", path: "/test/checkout" },
  { name: "Team", path: "/test/settings/team" },
  { name: "Docs", path: "/docs" },
  { name: "Docs, a guide", path: "/docs/subscriptions" },
  { name: "Docs, reference", path: "/docs/api/payments" },
] as const;

const CATEGORIES = ["performance", "accessibility", "best-practices"] as const;
/** Screens of an account are not for search engines; the documentation is. */
const DOCS_CATEGORIES = [...CATEGORIES, "seo"] as const;
type Category = (typeof DOCS_CATEGORIES)[number];

const PERFECT = 100;
const LEAST: Record<Category, number> = {
  performance: 98,
  accessibility: PERFECT,
  "best-practices": PERFECT,
  seo: PERFECT,
};

const AUDITS = [
  { id: "first-contentful-paint", head: "First paint, ms", digits: 0 },
  { id: "largest-contentful-paint", head: "Largest, ms", digits: 0 },
  { id: "total-blocking-time", head: "Blocked, ms", digits: 0 },
  { id: "cumulative-layout-shift", head: "Shift", digits: 3 },
  { id: "speed-index", head: "Speed index, ms", digits: 0 },
] as const;

interface Report {
  categories: Record<Category, { score: number | null; auditRefs: { id: string }[] }>;
  audits: Record<string, { score: number | null; title: string; numericValue?: number }>;
}

/** The medians of the runs on each screen, each in a browser with an empty cache. */
export async function measureLighthouse(
  origin: string,
  person: Person,
  { visits, only }: { visits: number; only: readonly string[] },
  say: (figure: Figure) => void,
): Promise<string[]> {
  const folder = await installApart("lighthouse", VERSION);
  if (!folder) return ["", "Lighthouse could not be installed: nothing is said of its scores."];
  try {
    const cookie = await signIn(origin, person);
    const lines: string[] = [];
    const faults: string[] = [];
    for (const { name, path } of withNames(SCREENS, only)) {
      const reports: Report[] = [];
      for (let run = 0; run < visits; run++) {
        const address = `${origin}${path}`;
        // The browser sometimes ends before its page is measured.
        reports.push(
          await look(folder, address, cookie).catch(() => look(folder, address, cookie)),
        );
      }
      const isDocs = path.startsWith("/docs");
      for (const category of isDocs ? DOCS_CATEGORIES : CATEGORIES) {
        say(scoreOf(name, category, reports, isDocs ? PERFECT : LEAST[category]));
      }
      faults.push(...faultsOf(name, reports));
      lines.push(`| ${[name, ...AUDITS.map((audit) => timeOf(audit, reports))].join(" | ")} |`);
    }
    const head = ["Screen", ...AUDITS.map((audit) => audit.head)];
    const note = `Lighthouse ${VERSION}, its settings for a desk, medians of ${visits}:`;
    const rule = head.map(() => "---");
    return [
      "",
      note,
      "",
      `| ${head.join(" | ")} |`,
      `| ${rule.join(" | ")} |`,
      ...lines,
      "",
      ...faults,
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function look(folder: string, address: string, cookie: string): Promise<Report> {
  const label = [
    join(folder, "node_modules", "lighthouse", "cli", "index.js"),
    address,
    "--preset=desktop",
    `--only-categories=${DOCS_CATEGORIES.join(",")}`,
    `--extra-headers=${JSON.stringify({ Cookie: cookie })}`,
    `--chrome-flags=${["--headless=new", ...chromiumFlags()].join(" ")}`,
    // The event stream stays open, so the network is never idle and Lighthouse would wait 45 s.
    `--max-wait-for-load=${LOAD_MS}`,
    "--no-enable-error-reporting",
    "--output=json",
    "--quiet",
  ];
  const { stdout } = await promisify(execFile)(process.execPath, label, {
    env: childEnv({ CHROME_PATH: await findChromium() }),
    maxBuffer: 64 * 2 ** 20,
    timeout: PATIENCE_MS,
  });
  return JSON.parse(stdout);
}

function scoreOf(
  screen: string,
  category: Category,
  reports: readonly Report[],
  least: number,
): Figure {
  const scores = reports.map(({ categories }) =>
    Math.round(100 * (categories[category].score ?? 0)),
  );
  return {
    name: `Lighthouse, ${screen}, ${category.replace("-", " ")}`,
    unit: "of 100",
    ours: median(scores),
    limit: null,
    limitName: scores.join(" "),
    ratio: null,
    bound: { kind: "at least", of: "value", value: least },
  };
}

/** Faults that the audits of accessibility and best practices found. */
function faultsOf(screen: string, reports: readonly Report[]): string[] {
  const found = reports.flatMap(({ categories, audits }) =>
    [categories.accessibility, categories["best-practices"]]
      .flatMap(({ auditRefs }) => auditRefs)
      .flatMap(({ id }) => {
        const { score = null, title = id } = audits[id] ?? {};
        return score !== null && score < 1 ? [`- ${screen}: ${title} (${id})`] : [];
      }),
  );
  return [...new Set(found)];
}

function timeOf({ id, digits }: (typeof AUDITS)[number], reports: readonly Report[]): string {
  return median(reports.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN)).toFixed(
    digits,
  );
}
