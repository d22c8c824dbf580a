// Keys, clicks and texts count from the moment the page is shown, also before its scripts run.

import { DEMO } from "#lib/domain/accounts/index.ts";
import { newAccount, startSession } from "./support/account.ts";
import { expect, type Page, test } from "./support/test.ts";

/** Opens a page whose scripts do not come before they are asked for. Returns what asks for them. */
async function openEarly(page: Page, path: string): Promise<() => Promise<void>> {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  await page.route("**/_next/static/**/*.js", async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  return async () => {
    expect(await isTaken(page), "React has not begun").toBe(false);
    ask();
  };
}

/** Whether React knows the page's elements. */
const isTaken = (page: Page) =>
  page.evaluate(() => Object.keys(document.body).some((key) => key.startsWith("__react")));

test("the search takes what was typed before the page listens, and Escape forgets it", async ({
  page,
}) => {
  await startSession(page, DEMO);
  const begin = await openEarly(page, "/test/payments");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("refundx");
  await page.keyboard.press("Backspace");
  await begin();
  const box = page.getByRole("combobox", { name: "Search and commands" });
  await expect(box).toHaveValue("refund");
  await expect(page.getByRole("option", { name: /^Refunds/ }).first()).toBeVisible();

  const beginAgain = await openEarly(page, "/test/payments");
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await beginAgain();
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expect(box).toBeHidden();
});

test("keys of a list count before the page listens", async ({ page }) => {
  await startSession(page, DEMO);
  const begin = await openEarly(page, "/test/payments");
  const links = page.locator("main [data-row-link]");
  await links.nth(1).waitFor();
  const second = await links.nth(1).getAttribute("href");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Space");
  await begin();
  await expect(page.getByRole("dialog").getByText("Row 2 of")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator(`[data-row-link][href="${second}"]`)).toBeFocused();

  const beginAgain = await openEarly(page, "/test/payments");
  await page.keyboard.press("/");
  await page.keyboard.type("status:failed");
  await page.keyboard.press("Enter");
  await beginAgain();
  await expect(page).toHaveURL(/status=failed/);
});

test("rows are selected before the page listens", async ({ page }) => {
  await startSession(page, DEMO);
  const begin = await openEarly(page, "/test/payments");
  await page.locator("main [data-row-link]").nth(1).waitFor();
  for (const key of ["j", "x", "j", "x"]) await page.keyboard.press(key);
  await begin();
  await expect(page.getByText("2 selected", { exact: true })).toBeVisible();
});

test("a button works before the page listens, and counts once", async ({ page }) => {
  await startSession(page, await newAccount());
  const begin = await openEarly(page, "/test/keys");
  const create = page.getByRole("button", { name: "Create key" }).first();
  await create.click();
  await create.click();
  await begin();
  await expect(page.getByRole("dialog", { name: /^Create/ })).toBeVisible();
});

test("a menu opens before the page listens, and its keys count", async ({ page }) => {
  await startSession(page, DEMO);
  const begin = await openEarly(page, "/test/payments");
  await page.getByRole("button", { name: /Signed in as/ }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await begin();
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeFocused();
});

test("a sidebar that was scrolled before the page listens stays so, and a click into it counts", async ({
  page,
}) => {
  await startSession(page, DEMO);
  await page.setViewportSize({ width: 1280, height: 500 });
  const begin = await openEarly(page, "/test/home");
  const places = page.getByRole("navigation", { name: "Places" });
  const link = places.getByRole("link", { name: "Interchange++" });
  await link.scrollIntoViewIfNeeded();
  const scrolled = await places.evaluate((nav) => nav.scrollTop);
  expect(scrolled).toBeGreaterThan(0);
  const box = await link.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 30, (box?.y ?? 0) + 10);
  await page.mouse.down();
  await begin();
  await expect.poll(() => isTaken(page)).toBe(true);
  expect(await places.evaluate((nav) => nav.scrollTop)).toBe(scrolled);
  await page.mouse.up();
  await page.waitForURL("**/test/reports/interchange");
});

test("who signs in before the page listens is signed in, and no address has the password", async ({
  page,
}) => {
  const { email, password } = await newAccount();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const begin = await openEarly(page, "/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").pressSequentially(password);
  await page.keyboard.press("Enter");
  await begin();
  await page.waitForURL(/\/test\//);
  expect(asked.filter((url) => url.includes(encodeURIComponent(password)))).toEqual([]);
});
