// Every screen with the demo merchant's rows, at the width of a tablet and of a small and a common desktop.

import { PLACES } from "#components/frame/navigation.ts";
import { statusWord } from "#components/ui/status-labels.ts";
import { DEMO } from "#lib/domain/accounts/index.ts";
import { ENTRY_PLACES, SETTLEMENT_STATUSES } from "#lib/kernel/vocabulary/balance.ts";
import { INVOICE_STATUSES, SUBSCRIPTION_STATUSES } from "#lib/kernel/vocabulary/billing.ts";
import { DISPUTE_STATUSES } from "#lib/kernel/vocabulary/disputes.ts";
import { MAIL_STATUSES } from "#lib/kernel/vocabulary/mail.ts";
import { MANDATE_STATUSES } from "#lib/kernel/vocabulary/mandates.ts";
import { SHOWN_PAYMENT_STATUSES } from "#lib/kernel/vocabulary/payments.ts";
import { PAYOUT_STATUSES, SHOWN_BATCH_STATUSES } from "#lib/kernel/vocabulary/payouts.ts";
import { REFUND_STATUSES } from "#lib/kernel/vocabulary/refunds.ts";
import { DOWNLOAD_STATUSES } from "#lib/kernel/vocabulary/reports.ts";
import {
  DELIVERY_STATUSES,
  ENDPOINT_STATUSES,
  REPLAY_STATUSES,
} from "#lib/kernel/vocabulary/webhooks.ts";
import { newAccount, startSession } from "./support/account.ts";
import { make } from "./support/api.ts";
import { cutBadges } from "./support/cut-badges.ts";
import { waitForRest } from "./support/rest.ts";
import { expectAccessible, expectFit } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

const WIDTHS = [390, 768, 1024, 1280, 1440];

/** Every status that a list can show. */
const STATUSES: Readonly<Record<string, readonly string[]>> = {
  payments: SHOWN_PAYMENT_STATUSES,
  refunds: REFUND_STATUSES,
  disputes: DISPUTE_STATUSES,
  subscriptions: SUBSCRIPTION_STATUSES,
  invoices: INVOICE_STATUSES,
  mandates: MANDATE_STATUSES,
  payouts: [...PAYOUT_STATUSES, "waits_for_approval"],
  batches: [...SHOWN_BATCH_STATUSES, "waits_for_approval"],
  balance: ENTRY_PLACES,
  settlements: SETTLEMENT_STATUSES,
  "reports/downloads": DOWNLOAD_STATUSES,
  keys: ["active", "expiring", "expired", "revoked"],
  "webhooks/endpoints": [...ENDPOINT_STATUSES, "failing"],
  "webhooks/deliveries": DELIVERY_STATUSES,
  "webhooks/replays": REPLAY_STATUSES,
  "settings/notifications": MAIL_STATUSES,
};

/** Lists without rows for the demo merchant. */
const EMPTY_IN_DEMO = ["reports/downloads", "webhooks/replays"];

/** Tables that overflow, table heads whose text does not fit, and axis labels of charts that are cut off. */
function crampedIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const edge = (element: Element | null | undefined) =>
      element?.getBoundingClientRect().right ?? Number.POSITIVE_INFINITY;
    const tables = [...document.querySelectorAll<HTMLTableElement>("main table")].filter(
      (table) => !table.closest(".sr-only"),
    );
    const cramped = tables.flatMap((table) => {
      const over = Math.round(edge(table) - edge(table.parentElement));
      const heads = [...table.querySelectorAll("th")].filter(
        (head) => !head.querySelector(".sr-only") && head.scrollWidth > head.clientWidth + 1,
      );
      return [
        ...(over > 0 ? [`${table.caption?.textContent} is ${over} px too wide`] : []),
        ...heads.map((head) => `no room for ${head.textContent}`),
      ];
    });
    const cut = [...document.querySelectorAll(".recharts-yAxis text")].filter((word) => {
      const drawing = word.closest("svg")?.getBoundingClientRect();
      return word.getBoundingClientRect().left < (drawing?.left ?? 0) - 1;
    });
    // Below 1,024 px texts wrap: there may be no pointer for the tooltip of a cut one.
    const shortened = [...document.querySelectorAll("main td, main td *")].filter(
      (part) =>
        innerWidth < 1024 &&
        part.scrollWidth > part.clientWidth &&
        getComputedStyle(part).textOverflow === "ellipsis",
    );
    // A phone has no heads, and tables of its own kind scroll.
    return [
      ...(innerWidth < 768 ? [] : cramped),
      ...shortened.map((part) => `${part.textContent} is cut`),
      ...cut.map((word) => `${word.textContent} is cut off`),
    ];
  });
}

/** axe assumes a white background in frames; checkout.spec.ts checks their content. */
const narrowed: NonNullable<Parameters<typeof expectAccessible>[1]> = (axe) =>
  axe.exclude("main iframe");

// The longest file: its tests share the browsers, so that none is left with all of them at the end.
test.describe.configure({ mode: "parallel" });

/** Continues after a failure, so that one run reports everything. */
const expectSoon = expect.configure({ soft: true });

async function expectRoom(page: Page, path: string, statuses: readonly string[]): Promise<void> {
  const labels = statuses.map(statusWord);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await waitForRest(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    // A chart adapts to the width with a delay.
    await expect(() => expectFit(page)).toPass();
    await expectSoon.poll(() => crampedIn(page), `${path} at ${width}`).toEqual([]);
    await expectSoon
      .poll(() => cutBadges(page, labels), `statuses of ${path} at ${width}`)
      .toEqual([]);
    if (width === 768) await expectAccessible(page, narrowed);
  }
}

for (const group of PLACES) {
  test(`tables and charts fit their content, ${group.title ?? "Home"}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await startSession(page, DEMO);
    const paths = group.places.flatMap(({ path, within = [] }) => [
      path,
      ...within.map((place) => place.path),
    ]);
    for (const path of paths) {
      await page.goto(`/test/${path}`);
      await expectRoom(page, path, EMPTY_IN_DEMO.includes(path) ? [] : (STATUSES[path] ?? []));
    }
  });
}

/** Rows in which a cell is below another one of its line, by their texts. Some differ by a pixel in height. */
const brokenRows = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLTableRowElement>("main tr[data-row-key]")]
      .filter((row) => {
        const cells = [...row.cells].filter((cell) => cell.getClientRects().length > 0);
        return cells.some((cell) =>
          cells.some(
            (other) =>
              getComputedStyle(other).order === getComputedStyle(cell).order &&
              other.getBoundingClientRect().top >= cell.getBoundingClientRect().bottom,
          ),
        );
      })
      .map((row) => row.textContent),
  );

test("a row has two lines on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await startSession(page, DEMO);
  const lists = PLACES.flatMap(({ places }) =>
    places.flatMap(({ path, within }) => within ?? { path }),
  );
  for (const { path } of lists) {
    await page.goto(`/test/${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await waitForRest(page);
    expectSoon(await brokenRows(page), path).toEqual([]);
  }
});

test("the statuses of downloads and replays fit", async ({ page }) => {
  const account = await newAccount();
  await startSession(page, account);
  const headers = { accept: "text/csv", authorization: `Bearer ${account.test.secret_key}` };
  await page.request.get("/v1/reports?type=declines", { headers });
  const endpoint = { url: "https://localhost:4242/hooks", events: ["*"] };
  await make(page, account, "/v1/webhook_endpoints", endpoint);
  await make(page, account, "/v1/replays", { from: new Date(Date.now() - 60_000).toISOString() });
  for (const path of EMPTY_IN_DEMO) {
    await page.goto(`/test/${path}`);
    await expectRoom(page, path, STATUSES[path]!);
  }
});

/** Lists whose detail pages have tables. */
const WITH_TABLES = ["customers", "subscriptions", "settlements", "keys", "webhooks/endpoints"];

test("tables fit on detail pages", async ({ page }) => {
  await startSession(page, DEMO);
  for (const path of WITH_TABLES) {
    await page.goto(`/test/${path}`);
    await page.locator("main [data-row-link]").first().click();
    await page.waitForURL(`**/test/${path}/*_*`);
    await expectRoom(page, `one of ${path}`, []);
  }
});
