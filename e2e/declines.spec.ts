import { readFileSync } from "node:fs";
import { DEMO } from "#lib/domain/accounts/index.ts";
import { env } from "#lib/kernel/env.ts";
import { startSession } from "./support/account.ts";
import { expectSound } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

const figure = (page: Page, name: RegExp) => page.getByRole("figure", { name });

test("operations finds Tuesday's fall in approval, its bank and reason, and the payments behind it", async ({
  page,
}) => {
  await startSession(page, DEMO);
  await page.goto("/test/reports/declines");
  await expect(figure(page, /^Approval rate .* %; Tuesday .* fell to/)).toBeVisible();
  await expectSound(page);
  await page.getByRole("link", { name: /^Show only Tuesday/ }).click();
  await page.waitForURL(/period=/);
  await expect(figure(page, /^Issuer unreachable: \d+, /)).toBeVisible();
  const issuers = page
    .getByRole("figure")
    .filter({ has: page.getByText("Issuer", { exact: true }) });
  await issuers.getByRole("link", { name: "Nordlicht Bank" }).click();
  await expect(
    page.getByRole("button", { name: "Issuer is Nordlicht Bank", exact: true }),
  ).toBeVisible();
  // The head and one bank, because the figures follow the filter.
  await expect(issuers.getByRole("row")).toHaveCount(2);
  const row = page.getByRole("row", { name: /^Issuer unreachable/ });
  await expect(row).toBeVisible();
  const refused = Number(await row.getByRole("cell").first().textContent());
  expect(refused).toBeGreaterThan(5);
  await row.getByRole("link").click();
  await page.waitForURL(/reason=issuer_not_available/);
  await expect(page.getByText("100.0 %").first()).toBeVisible();
  await page.getByRole("link", { name: "View payments" }).click();
  await page.waitForURL(/\/test\/payments\?/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(String(refused));
  await page.getByRole("row").getByRole("link").first().click();
  await expect(page.getByText("Nordlicht Bank").first()).toBeVisible();
});

test("a report is read by keyboard and as a table, and saved as CSV", async ({ page }) => {
  await startSession(page, DEMO);
  await page.goto("/test/reports/declines?period=90d");
  const chart = figure(page, /^Approval rate/).first();
  await chart.getByRole("button", { name: "Show as table (t)" }).press("Enter");
  await expect(chart.getByRole("table")).toBeVisible();
  await expect(
    chart.getByRole("columnheader", { name: "Approval rate", exact: true }),
  ).toBeVisible();
  const saved = page.waitForEvent("download");
  await chart.getByRole("button", { name: "Save as CSV" }).click();
  expect((await saved).suggestedFilename()).toMatch(/^approval-rate-.*\.csv$/);
  await page.getByRole("button", { name: "Acceptance", exact: true }).click();
  await page.waitForURL(/measure=acceptance/);
  await expect(figure(page, /^Acceptance rate/).first()).toBeVisible();
});

test("an hour of the day filters the report and its file, links to its payments, and can be cleared", async ({
  page,
}) => {
  await startSession(page, DEMO);
  await page.goto("/test/reports/declines?period=90d");
  const chart = page
    .getByRole("figure")
    .filter({ has: page.getByText(/by hour of the day in/) })
    .first();
  await chart.getByRole("button", { name: "Show as table (t)" }).click();
  await chart.getByRole("link", { name: "14:00 to 15:00" }).click();
  await page.waitForURL(/hour=14/);
  await expect(
    page.getByRole("button", { name: "Hour of day is 14:00 to 15:00", exact: true }),
  ).toBeVisible();
  await expect(chart.getByText(/^Between 14:00 and 15:00 it is/)).toBeVisible();
  const refused = page.getByText("Declined by issuers and banks").locator("..");
  const shown = (await refused.textContent())?.match(/banks([\d,]+)/)?.[1] ?? "";
  const count = Number(shown.replaceAll(",", ""));
  expect(count).toBeGreaterThan(0);
  const begun = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const [, ...rows] = readFileSync(await (await begun).path(), "utf8")
    .trim()
    .split("\n");
  expect(rows).toHaveLength(count);
  // The file's times are UTC; the hour is in the merchant's time zone.
  const hours = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", timeZone: "Europe/Berlin" });
  const created = rows.map((row) => new Date(row.split(",")[1]!));
  expect(new Set(created.map((moment) => hours.format(moment)))).toEqual(new Set(["14"]));
  await page.getByRole("link", { name: "View payments" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(shown);
  await page.goBack();
  // The only bar left: a second click clears the filter. By keyboard it is a row of the table.
  if (env.journeysByKeyboard) {
    await chart.getByRole("button", { name: "Show as table (t)" }).click();
    await chart.getByRole("link", { name: "14:00 to 15:00" }).click();
  } else {
    const bar = chart.locator(".recharts-bar path").first();
    await bar.hover();
    await expect(chart.locator(".float", { hasText: "14:00 to 15:00" })).toBeVisible();
    await bar.click();
  }
  await expect(page).not.toHaveURL(/hour=/);
});

for (const [screen, width, colorScheme] of [
  ["a desk", 1440, "light"],
  ["a phone at night", 390, "dark"],
] as const) {
  test(`finance sees the cost of charges, and why some cost most, on ${screen}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await startSession(page, DEMO);
    await page.goto("/test/reports/interchange");
    await expect(figure(page, /^Charges cost [\d.]+ bp/)).toBeVisible();
    await expect(page.getByText(/outside the region: interchange/).first()).toBeVisible();
    await expectSound(page);
    await page.goto("/test/reports/declines");
    await expect(figure(page, /^Approval rate/).first()).toBeVisible();
    await expectSound(page);
  });
}

test("a bar filters the report of costs and its file, and can be cleared", async ({ page }) => {
  await startSession(page, DEMO);
  await page.goto("/test/reports/interchange?period=90d");
  await expect(figure(page, /^Charges cost [\d.]+ bp/)).toContainText(
    "in basis points of the charged amount per day",
  );
  const charges = page.getByText(/^on .* EUR in [\d,]+ charges$/);
  const all = await charges.textContent();
  const regions = page
    .getByRole("figure")
    .filter({ has: page.getByText("Region", { exact: true }) });
  await regions.getByRole("link", { name: "Within the EEA" }).click();
  await page.waitForURL(/region=intra_eea/);
  await expect(regions.getByRole("row")).toHaveCount(2);
  await expect(charges).not.toHaveText(all ?? "");
  const begun = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const [head, ...rows] = readFileSync(await (await begun).path(), "utf8")
    .trim()
    .split("\n");
  const column = head!.split(",").indexOf("region");
  expect(new Set(rows.map((row) => row.split(",")[column]))).toEqual(new Set(["intra_eea"]));
  await expect(charges).toContainText(` in ${rows.length.toLocaleString("en")} charges`);
  await regions.getByRole("link", { name: "Within the EEA" }).click();
  await expect(charges).toHaveText(all ?? "");
});
