import type { Page } from "playwright";
import { PLACES } from "#components/frame/navigation.ts";
import { waitForRest } from "../support/rest.ts";

export type Theme = "light" | "dark";
export type View = { width: number; theme: Theme };
export type Shot = {
  name: string;
  /** Paths are `/test/…` of the demo merchant, or a public page. */
  open(page: Page): Promise<void>;
  /** Without a session. */
  public?: boolean;
};

const at = (path: string) => async (page: Page) => {
  await page.goto(path);
};

/** The first row of each list by now: it is found once for all widths. */
const firstRows = new Map<string, Promise<string | null>>();

async function firstRow(page: Page, path: string): Promise<string | null> {
  await page.goto(path);
  const row = page.locator("main [data-row-link]").first();
  await row.waitFor({ timeout: 5_000 }).catch(() => {});
  return (await row.count()) > 0 ? await row.getAttribute("href") : null;
}

/** Opens the first row of a list, for pages whose URL is not known beforehand; the list itself if it is empty. */
const firstOf =
  (path: string, change = (href: string) => href) =>
  async (page: Page) => {
    const found = firstRows.get(path) ?? firstRow(page, path);
    firstRows.set(path, found);
    const href = await found;
    await page.goto(href ? change(href) : path);
  };

/** The pages of a refunded payment and its objects. */
const timeline = firstOf("/test/payments?status=refunded", (href) =>
  href.replace("/payments/", "/timeline/"),
);

let bankPage: string | null = null;

/** The page of the payer's bank, reached by a charge that needs a challenge; one charge for all widths. */
async function challenge(page: Page): Promise<void> {
  if (bankPage) {
    await page.goto(bankPage);
    return;
  }
  await page.goto("/test/checkout");
  const fields = page.frameLocator('iframe[src*="/hosted/"]');
  await fields.locator("#number").fill("4000000000003220");
  await fields.locator("#expiry").fill("12/34");
  await fields.locator("#cvc").fill("123");
  await page.getByRole("button", { name: /^Pay / }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/test/"), { timeout: 10_000 });
  bankPage = page.url();
}

/** The lists as a person works with them. */
async function openSearch(page: Page): Promise<void> {
  await page.goto("/test/payments");
  await waitForRest(page, 5_000).catch(() => {});
  const field = page.getByRole("dialog").getByRole("combobox");
  await page.keyboard.press("Control+k");
  await field.fill("refund");
}

async function openPreview(page: Page): Promise<void> {
  await page.goto("/test/payments");
  await waitForRest(page, 5_000).catch(() => {});
  await page.keyboard.press("j");
  await page.keyboard.press("Space");
  await page.getByRole("dialog").waitFor();
}

/** The screen that pairs a command line, with the code of a login that waits for it. */
async function openPairing(page: Page): Promise<void> {
  const began = await page.request.post("/internal/cli/pairings", {
    data: { device: "ada-laptop" },
    headers: { "x-paydesk-request": "1" },
  });
  await page.goto(((await began.json()) as { url: string }).url);
}

/** The dialog of an action on the first object of a list. */
const dialogOf = (path: string, action: string) => async (page: Page) => {
  await firstOf(path)(page);
  await page.getByRole("button", { name: action, exact: true }).click();
  await page.getByRole("dialog").waitFor();
};

/** A replay of the last hour, before it is started. */
async function openReplayRange(page: Page): Promise<void> {
  await page.goto("/test/webhooks/endpoints");
  const row = page.locator("main [data-row-link]").first();
  const endpoint = ((await row.getAttribute("href")) ?? "").split("/").at(-1);
  await page.goto(`/test/webhooks/replays/new?endpoint=${endpoint}`);
}

export const DOCS: readonly (Shot & View)[] = [
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
  ...["payments", "refunds", "disputes", "customers", "subscriptions", "invoices", "mandates"],
  ...["payouts", "batches", "settlements", "reports/closing", "keys", "events", "logs"],
  ...["webhooks/deliveries", "webhooks/endpoints", "webhooks/replays"],
  ...["settings/audit-log", "settings/alerts", "settings/notifications"],
];

/** Screens that no list and no place of the sidebar leads to. */
const OTHERS = [
  ...["payouts/new", "batches/new", "webhooks/endpoints/new", "webhooks/replays/new"],
  "nowhere",
];

const PUBLIC = ["sign-in", "sign-up", "forgot-password", "reset-password", "accept"];

/** Documentation pages. */
const DOC_PAGES = [
  ...["docs", "docs/keys", "docs/idempotency", "docs/versions", "docs/webhooks", "docs/test-data"],
  ...["docs/methods", "docs/declines", "docs/reports", "docs/payouts", "docs/rates"],
  ...["docs/accounting", "docs/going-live", "docs/hosted-fields", "docs/api", "docs/api/payments"],
  ...["docs/api/errors", "docs/api/event-types", "docs/api/versions"],
  ...["docs/design", "docs/design/frame"],
];

/** Every screen of the dashboard, the pages before the sign-in, and the documentation. */
export function everyScreen(): Shot[] {
  const places = PLACES.flatMap((group) => group.places).flatMap(({ path, within }) =>
    within ? within.map((place) => place.path) : [path],
  );
  const nameOf = (path: string) => path.replaceAll("/", "-");
  return [
    ...PUBLIC.map((path) => ({ name: nameOf(path), open: at(`/${path}`), public: true })),
    ...places.map((path) => ({ name: nameOf(path), open: at(`/test/${path}`) })),
    ...LISTS.map((path) => ({ name: `${nameOf(path)}-one`, open: firstOf(`/test/${path}`) })),
    ...OTHERS.map((path) => ({ name: nameOf(path), open: at(`/test/${path}`) })),
    { name: "timeline", open: timeline },
    { name: "failed-payment", open: firstOf("/test/payments?status=failed") },
    { name: "live-home", open: at("/live/home") },
    { name: "pair", open: openPairing },
    { name: "erase-customer", open: dialogOf("/test/customers", "Erase") },
    { name: "rotate-key", open: dialogOf("/test/keys", "Rotate") },
    { name: "replay-range", open: openReplayRange },
    { name: "search", open: openSearch },
    { name: "preview", open: openPreview },
    { name: "challenge", open: challenge },
    ...DOC_PAGES.map((path) => ({ name: nameOf(path), open: at(`/${path}`) })),
  ];
}
