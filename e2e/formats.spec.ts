import { newAccount, startSession } from "./support/account.ts";
import { make } from "./support/api.ts";
import { askInternal } from "./support/internal.ts";
import { expectSound } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

const CARD = { method: "card", payment_method: "pm_test_4242424242424242", currency: "EUR" };

/** Errors in the console, with those of a server and a browser that render different text. */
function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
  return errors;
}

test("an account's screens write and read amounts in its own format, on server and browser alike", async ({
  page,
}) => {
  const account = await newAccount("Alpenblick Räder");
  await startSession(page, account);
  const payment = await make(page, account, "/v1/payments", { ...CARD, amount: 123_456 });
  const errors = errorsOf(page);
  await page.goto("/test/settings/account");
  await page.getByRole("combobox", { name: "Numbers and dates" }).click();
  await page.getByRole("option", { name: /^Germany/ }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Account saved")).toBeVisible();
  await expectSound(page);

  const html = await (await page.request.get("/test/payments")).text();
  expect(html).toContain("1.234,56");
  expect(html).not.toContain("1,234.56");
  await page.goto(`/test/payments/${payment.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("1.234,56 EUR");
  await page.getByRole("button", { name: "Refund" }).click();
  const dialog = page.getByRole("dialog");
  const amount = dialog.getByLabel("Amount");
  await expect(amount).toHaveValue("1234,56");
  await amount.fill("2.000,00");
  await expect(dialog.getByText("At most 1.234,56 EUR can still be refunded.")).toBeVisible();
  await amount.fill("1,234");
  await expect(dialog.getByText("This is not an amount in EUR.")).toBeVisible();
  await amount.fill("1.000");
  await dialog.getByRole("button", { name: /^Refund 1\.000,00 EUR/ }).click();
  await expect(page.getByText("Part refunded").filter({ visible: true })).toBeVisible();
  await page.goto("/test/payments");
  const box = page.getByRole("combobox", { name: "Search payments" });
  await box.fill("amount>=1.234,56");
  await box.press("Enter");
  await page.waitForURL(/amount=EUR:1234\.56\.\./);
  await expect(box).toHaveValue("amount>=1234,56EUR");
  await expect(page.getByText("is at least 1.234,56 EUR")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "1.234,56" })).toHaveCount(1);
  await box.fill("amount>=1.234KWD");
  await box.press("Enter");
  await expect(page.getByText(/This can be 1234,000 or 1,234 KWD/)).toBeVisible();
  await expectSound(page);
  expect(errors).toEqual([]);
});

test("an account with another format beside it is not affected", async ({ page, browser }) => {
  const [german, british] = [await newAccount("Elbe Bikes"), await newAccount("Thames Bikes")];
  const other = await (await browser.newContext()).newPage();
  for (const [visitor, account, locale] of [
    [page, german, "de-DE"],
    [other, british, "en-GB"],
  ] as const) {
    await startSession(visitor, account);
    await askInternal(visitor, "POST", "/account", { locale });
    await make(visitor, account, "/v1/payments", { ...CARD, amount: 123_456 });
  }
  const read = async (visitor: Page) =>
    (await (await visitor.request.get("/test/payments")).text()).includes("1.234,56");
  const seen = await Promise.all(
    Array.from({ length: 6 }, async (_, i) => await read(i % 2 === 0 ? page : other)),
  );
  expect(seen).toEqual([true, false, true, false, true, false]);
  await other.context().close();
});

test("on a phone the header shows the account's whole name", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await startSession(page, await newAccount("Corner Shop"));
  await page.goto("/test/payments");
  const name = page.getByRole("button", { name: "Account: Corner Shop" }).locator(".truncate");
  await expect(name).toBeVisible();
  expect(await name.evaluate((shown) => shown.scrollWidth <= shown.clientWidth)).toBe(true);
});
