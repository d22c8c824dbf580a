import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright";
import { PLACES } from "#components/frame/navigation.ts";
import { answerHelp } from "#lib/cli/usage.ts";
import { DEMO } from "#lib/domain/accounts/index.ts";
import { env } from "#lib/kernel/env.ts";
import { chromiumFlags, findChromium } from "./support/chromium.ts";
import { waitForRest } from "./support/rest.ts";

answerHelp(`Usage: npm run -s screens -- [FOLDER]

Takes screenshots of a service that runs with the demo merchant (npm start): those of docs/screens, or into FOLDER
every screen at the width of a phone, a tablet and a desktop, in both themes.`);

type Theme = "light" | "dark";
type View = { width: number; theme: Theme };
type Shot = { name: string; open(page: Page): Promise<void> };

const at = (path: string) => async (page: Page) => {
  await page.goto(path);
};

/** Opens the first row of a list, for pages whose URL is not known beforehand; the list itself if it is empty. */
const firstOf = (path: string) => async (page: Page) => {
  await page.goto(path);
  await page.waitForLoadState("networkidle", { timeout: 5_000 }).catch(() => {});
  const [link] = await page.getByRole("row").getByRole("link").all();
  const href = await link?.getAttribute("href");
  if (href) await page.goto(href);
};

/** The pages of a refunded payment and its objects. */
const timeline = async (page: Page) => {
  await firstOf("/test/payments?status=refunded")(page);
  await page.goto(page.url().replace("/payments/", "/timeline/"));
};

const DOCS: readonly (Shot & View)[] = [
  { name: "home", width: 1440, theme: "light", open: at("/test/home") },
  { name: "home-dark", width: 1440, theme: "dark", open: at("/test/home") },
  { name: "home-phone", width: 390, theme: "light", open: at("/test/home") },
  { name: "payment", width: 1440, theme: "light", open: firstOf("/test/payments?status=failed") },
  { name: "payment-phone", width: 390, theme: "dark", open: firstOf("/test/payments") },
  { name: "declines", width: 1440, theme: "light", open: at("/test/reports/declines") },
  { name: "settlement", width: 1440, theme: "dark", open: at("/test/reports/settlement") },
  {
    name: "subscription",
    width: 1440,
    theme: "light",
    open: firstOf("/test/subscriptions?status=past_due"),
  },
  { name: "keys", width: 1440, theme: "light", open: firstOf("/test/keys") },
  {
    name: "delivery",
    width: 1440,
    theme: "dark",
    open: firstOf("/test/webhooks/deliveries?status=failed"),
  },
  { name: "logs", width: 1440, theme: "light", open: at("/test/logs") },
  { name: "versions", width: 1440, theme: "light", open: at("/test/versions") },
  { name: "timeline", width: 1440, theme: "light", open: timeline },
];

/** Lists whose rows have a page. */
const LISTS = [
  ...["payments", "refunds", "disputes", "customers", "subscriptions", "plans", "invoices"],
  ...["mandates", "payouts", "batches", "settlements", "keys", "events", "logs"],
  ...["webhooks/deliveries", "webhooks/endpoints", "webhooks/replays"],
  ...["settings/audit-log", "settings/notifications"],
];

/** Screens that no list and no place of the sidebar leads to. */
const OTHERS = ["quick-start", "payouts/new", "batches/new", "webhooks/endpoints/new", "nowhere"];

/** Documentation pages. */
const DOC_PAGES = [
  ...["docs", "docs/keys", "docs/idempotency", "docs/versions", "docs/webhooks", "docs/test-data"],
  ...["docs/methods", "docs/going-live", "docs/hosted-fields", "docs/api", "docs/design"],
];

function everyScreen(): Shot[] {
  const places = PLACES.flatMap((group) => group.places).flatMap(({ path, within = [] }) => [
    path,
    ...within.map((place) => place.path),
  ]);
  const nameOf = (path: string) => path.replaceAll("/", "-");
  return [
    ...places.map((path) => ({ name: nameOf(path), open: at(`/test/${path}`) })),
    ...LISTS.map((path) => ({ name: `${nameOf(path)}-one`, open: firstOf(`/test/${path}`) })),
    ...OTHERS.map((path) => ({ name: nameOf(path), open: at(`/test/${path}`) })),
    { name: "timeline", open: timeline },
    ...DOC_PAGES.map((path) => ({ name: nameOf(path), open: at(`/${path}`) })),
  ];
}

/** A signed-in page of a given width and theme. */
async function enter(browser: Browser, { width, theme }: View): Promise<Page> {
  const context = await browser.newContext({
    baseURL: env.publicUrl,
    viewport: { width, height: width < 768 ? 844 : 900 },
    colorScheme: theme,
    reducedMotion: "reduce",
    ignoreHTTPSErrors: true,
  });
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(DEMO.email);
  await page.getByLabel("Password").fill(DEMO.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/test\//);
  return page;
}

async function take(page: Page, shot: Shot, path: string): Promise<void> {
  await shot.open(page);
  // Screens with live updates never become idle.
  await waitForRest(page, 5_000).catch(() => {});
  await page.screenshot({ path });
  process.stdout.write(`${path}\n`);
}

const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: chromiumFlags(),
});
const [folder] = process.argv.slice(2);
const into = folder ?? join("docs", "screens");
mkdirSync(into, { recursive: true });
if (folder === undefined) {
  for (const { name, open, ...view } of DOCS) {
    const page = await enter(browser, view);
    await take(page, { name, open }, join(into, `${name}.png`));
    await page.context().close();
  }
} else {
  for (const width of [390, 768, 1440]) {
    for (const theme of ["light", "dark"] as const) {
      const page = await enter(browser, { width, theme });
      for (const shot of everyScreen()) {
        await take(page, shot, join(into, `${shot.name}-${width}-${theme}.png`));
      }
      await page.context().close();
    }
  }
}
await browser.close();
