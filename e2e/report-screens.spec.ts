import { DEMO } from "#lib/domain/accounts/index.ts";
import { newAccount, startSession } from "./support/account.ts";
import { pay } from "./support/api.ts";
import { expectFit, expectSound } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

const inkOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).color);

test("a report without payments says how to get some, and mentions filters only if there are any", async ({
  page,
}) => {
  await startSession(page, await newAccount("Nothing Yet"));
  for (const [path, title] of [
    ["declines", "No payment has an outcome in this period"],
    ["interchange", "No charges in this period"],
  ] as const) {
    await page.goto(`/test/reports/${path}`);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await expect(page.getByText("or make the first payment:")).toBeVisible();
    await expectSound(page);
    await page.goto(`/test/reports/${path}?scheme=visa`);
    await expect(page.getByText("Remove a filter or choose a longer period.")).toBeVisible();
  }
});

test("days are in the account's time zone, and follow its change", async ({ page }) => {
  const shop = await newAccount("Far Away");
  await startSession(page, shop);
  await pay(page, shop);
  await page.goto("/test/settings/account");
  await page.getByRole("combobox", { name: "Time zone" }).click();
  await page.getByRole("option", { name: /Auckland/ }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText(/Saved|saved/)).toBeVisible();
  await page.goto("/test/reports/declines");
  await expect(page.getByText(/by hour of the day in Pacific\/Auckland/)).toBeVisible();
  const hour = new Intl.DateTimeFormat("en", {
    timeZone: "Pacific/Auckland",
    day: "numeric",
    month: "short",
  });
  const [month, day] = hour.format(new Date()).split(" ");
  const chart = page.getByRole("figure", { name: /^Approval rate/ }).first();
  await chart.getByRole("button", { name: "Show as table (t)" }).click();
  await expect(chart.getByRole("row").last()).toContainText(`${day} ${month}`);
});

test("a printed report is light, names the merchant, and fits the paper width", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: "light" });
  await startSession(page, DEMO);
  await page.goto("/test/home");
  const lightInk = await inkOf(page);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await inkOf(page)).not.toBe(lightInk);
  for (const path of ["settlement", "declines", "interchange"]) {
    await page.goto(`/test/reports/${path}`);
    await expect(page.locator(".recharts-surface").first()).toBeVisible();
    const drawing = page.locator(".recharts-surface").first();
    await page.emulateMedia({ media: "print" });
    expect((await drawing.boundingBox())?.width, "before it is drawn anew").toBeGreaterThan(400);
    // A4 with margins, at 96 dpi.
    await page.setViewportSize({ width: 688, height: 1_000 });
    await expect(page.getByText(/test mode · EUR · \d/)).toBeVisible();
    await expect(page.getByRole("banner")).toBeHidden();
    await expect(page.getByRole("button", { name: "Download CSV" })).toBeHidden();
    expect(await inkOf(page)).toBe(lightInk);
    await expectFit(page);
    await page.emulateMedia({ media: null });
    await page.setViewportSize({ width: 1_440, height: 900 });
  }
});
