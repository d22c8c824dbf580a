// A chart over a year: what it marks, what its points are rates of, and a part of it chosen by keys, pointer and finger.

import { DAY_MS, dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import { startReceiver } from "#test/receiver.ts";
import { newAccount, startSession } from "./support/account.ts";
import { make, pay } from "./support/api.ts";
import { pastIncident, rolledUp } from "./support/change-rows.ts";
import { askInternal } from "./support/internal.ts";
import { expectFit, expectSound } from "./support/sound.ts";
import { expect, type Locator, type Page, test } from "./support/test.ts";

const COUNT = 24;

/** An account with payments of today, a rotated key, and an incident of three months ago. */
async function prepare(page: Page) {
  const merchant = await newAccount();
  await startSession(page, merchant);
  await Promise.all(
    Array.from({ length: COUNT }, (_, n) => pay(page, merchant, { amount: 1_000 + n })),
  );
  const { keys } = await askInternal(page, "GET", "/test/keys");
  const { id } = keys.find(({ kind }: { kind: string }) => kind === "secret");
  await askInternal(page, "POST", `/test/keys/${id}/rotate`, {});
  await pastIncident(merchant.account, 90);
  await rolledUp();
  return merchant;
}

const marksOf = (chart: Locator) =>
  chart.getByRole("list", { name: "Marked on the time axis" }).getByRole("listitem");

/** The approval rate of the last year, with an incident and a rotated key. */
async function openYear(page: Page) {
  await prepare(page);
  await page.goto("/test/reports/declines?period=365d");
  return page.getByRole("figure", { name: /^Approval rate/ });
}

test("a chart marks an incident and a rotated key, and its points say how many payments they are of", async ({
  page,
}) => {
  const chart = await openYear(page);
  const marks = chart.getByRole("list", { name: "Marked on the time axis" });
  await expect(marks.getByRole("listitem")).toHaveCount(2);
  await expect(marks.getByRole("listitem").first()).toContainText(
    /\d\d:\d\d Approvals fell: cards issued by Nordlicht Bank, until /,
  );
  await expect(chart.locator("[data-mark=A] line")).toBeAttached();
  await expect(chart.locator("[data-mark=B] line")).toBeAttached();
  await expectSound(page);
  // The keys read out the points; the last one has the payments and the rotation.
  await chart.locator(".recharts-surface").focus();
  await page.keyboard.press("ArrowRight");
  const box = await chart.locator("[data-mark=B] line").boundingBox();
  await page.mouse.move(box?.x ?? 0, (box?.y ?? 0) + 60);
  const tip = chart.locator(".recharts-tooltip-wrapper");
  await expect(tip).toContainText(`100.0 % of ${COUNT} payments`);
  await expect(tip).toContainText("B: Key rotated: ");
  await page.mouse.move(0, 0);
  await marks.getByRole("link", { name: /^Key rotated: / }).click();
  await page.waitForURL(/\/test\/keys\/key_/);
});

test("the volume on Home and an endpoint's health mark a rotated key", async ({ page }) => {
  const merchant = await prepare(page);
  await page.goto("/test/home");
  const volume = page.getByRole("figure").filter({ hasText: /^.*Captured amount of the payments/ });
  await expect(marksOf(volume)).toContainText("Key rotated: ");
  await expectSound(page);
  const receiver = await startReceiver();
  try {
    const { id } = await make(page, merchant, "/v1/webhook_endpoints", {
      ...{ url: receiver.url, events: ["payment.succeeded"] },
    });
    await pay(page, merchant);
    const arrived = () => askInternal(page, "GET", "/test/deliveries?status=delivered");
    await expect.poll(async () => (await arrived()).total).toBe(1);
    await page.goto(`/test/webhooks/endpoints/${id}`);
    const health = page.getByRole("figure").filter({ hasText: "by whether they arrived" });
    await expect(marksOf(health)).toContainText("Key rotated: ");
    await expectSound(page);
  } finally {
    await receiver.stop();
  }
});

test("nothing below a chart moves while its drawing comes late, with marks and with a brush", async ({
  page,
}) => {
  await prepare(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const quarter = dateFromMs(nowMs() - 90 * DAY_MS)
    .toISOString()
    .slice(0, 10);
  for (const address of [
    "/test/home",
    `/test/home?range=${quarter}..`,
    "/test/reports/declines?period=365d",
  ]) {
    const html = await (await page.request.get(address)).text();
    const held: Array<() => void> = [];
    await page.route("**/_next/static/chunks/**", async (route) => {
      const isFirst = html.includes(new URL(route.request().url()).pathname);
      if (!isFirst) await new Promise<void>((resolve) => held.push(resolve));
      await route.continue().catch(() => {});
    });
    await page.goto(address);
    const charts = page.locator("main figure");
    await expect(marksOf(charts.first())).not.toHaveCount(0);
    await expect.poll(() => held.length, "code that comes later").toBeGreaterThan(0);
    await expect(page.locator(".recharts-surface")).toHaveCount(0);
    const before = await placesOf(charts);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    for (const release of held) release();
    await expect(charts.last().locator(".recharts-surface")).toBeVisible();
    // A whole chart may come later below them.
    expect((await placesOf(charts)).slice(0, before.length), address).toEqual(before);
  }
});

/** Top and height of each chart, in pixels of the page. */
const placesOf = (charts: Locator) =>
  charts.evaluateAll((all) =>
    all.map((one) => {
      const { top, height } = one.getBoundingClientRect();
      return [Math.round(top + scrollY), Math.round(height)];
    }),
  );

test.describe("with a touch screen", () => {
  // From the start: controls are larger with it.
  test.use({ hasTouch: true });

  test("a part of a year is shown by keys, by pointer and by finger, and becomes the period", async ({
    page,
  }) => {
    const chart = await openYear(page);
    const start = chart.getByRole("slider", { name: "Start of what is shown" });
    const end = chart.getByRole("slider", { name: "End of what is shown" });
    await expect(start).toHaveAttribute("aria-valuenow", "0");
    const last = Number(await end.getAttribute("aria-valuemax"));
    await start.focus();
    await page.keyboard.press("PageUp");
    await page.keyboard.press("ArrowRight");
    await expect(start).toHaveAttribute("aria-valuenow", "6");
    await page.keyboard.press("End");
    await expect(start).toHaveAttribute("aria-valuenow", String(last - 3));
    // Only what the part covers is marked.
    await expect(chart.getByRole("listitem")).toHaveCount(1);
    await expectSound(page);
    await chart.getByRole("button", { name: "Show all" }).click();
    await expect(start).toHaveAttribute("aria-valuenow", "0");

    const track = start.locator("..");
    const box = await track.boundingBox();
    const at = (share: number) => (box?.x ?? 0) + (box?.width ?? 0) * share;
    const middle = (box?.y ?? 0) + (box?.height ?? 0) / 2;
    await page.mouse.move(at(0.55), middle);
    await page.mouse.down();
    await page.mouse.move(at(0.7), middle, { steps: 4 });
    await page.mouse.move(at(0.9), middle, { steps: 4 });
    await page.mouse.up();
    await expect(start).toHaveAttribute("aria-valuenow", String(Math.floor((last + 1) * 0.55)));
    await expect(end).toHaveAttribute("aria-valuenow", String(Math.floor((last + 1) * 0.9)));

    const finger = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", share: number) =>
      finger.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: type === "touchEnd" ? [] : [{ x: at(share), y: middle }],
      });
    const before = Number(await end.getAttribute("aria-valuenow"));
    await touch("touchStart", (before + 1) / (last + 1));
    for (const share of [0.95, 0.97, 1]) await touch("touchMove", share);
    await touch("touchEnd", 1);
    await expect(end).toHaveAttribute("aria-valuenow", String(last));

    await chart.getByRole("link", { name: "Use this period" }).click();
    await page.waitForURL(/period=\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d/);
    const chip = page.getByRole("button", {
      name: /^Period \d+ \w{3}( \d{4})? to \d+ \w{3} \d{4}$/,
    });
    await expect(chip).toBeVisible();

    await page.setViewportSize({ width: 390, height: 844 });
    await expectFit(page);
  });
});

test("dates are chosen with one field: typed in the account's format, or from a calendar by keys", async ({
  page,
}) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  await pay(page, merchant);
  await askInternal(page, "POST", "/account", { locale: "en-US" });
  await page.goto("/test/payments");
  await page.getByRole("button", { name: "Created any time" }).click();
  const dialog = page.getByRole("dialog", { name: "Created" });
  const from = dialog.getByLabel("From", { exact: true });
  await from.fill("03/04/2026");
  await from.blur();
  await expect(
    dialog.getByText(/^Write the date as \w{3} \d+, \d{4} or \d{4}-\d\d-\d\d\.$/),
  ).toBeVisible();
  await from.fill("nov 2 2026");
  await from.blur();
  await expect(from).toHaveValue("Nov 2, 2026");
  await dialog.getByRole("button", { name: "Open calendar: Until" }).click();
  const calendar = page.getByRole("dialog", { name: "Until" });
  await expect(calendar.getByRole("columnheader").first()).toHaveText("Su");
  await expectSound(page);
  const today = calendar.locator("[tabindex='0'][aria-pressed]");
  await today.focus();
  await page.keyboard.press("PageDown");
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await expect(calendar).toBeHidden();
  await expect(dialog.getByLabel("Until", { exact: true })).toHaveValue(/^\w{3} \d+, \d{4}$/);
  await dialog.getByRole("button", { name: "Apply filter" }).click();
  await page.waitForURL(/created=2026-11-02\.\.\d{4}-\d\d-\d\d/);
  await expect(
    page.getByRole("button", { name: /^Created Nov 2(, \d{4})? to \w{3} \d+, \d{4}$/ }),
  ).toBeVisible();
});
