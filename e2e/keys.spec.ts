import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import { newAccount, startSession, type TestAccount } from "./support/account.ts";
import { get, post, withKey } from "./support/api.ts";
import { expectSound } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

let merchant: TestAccount;

test.beforeAll(async () => {
  merchant = await newAccount();
});

test.beforeEach(async ({ page }) => {
  await startSession(page, merchant);
});

/** The API's status for a key: 401 if it is refused, any other if it is accepted. */
async function accepts(page: Page, key: string): Promise<boolean> {
  const response = await page.request.get("/v1/customers", {
    headers: { authorization: `Bearer ${key}` },
  });
  return response.status() !== 401;
}

test("a new key's secret works and is shown only once", async ({ page }) => {
  await page.goto("/test/keys");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByLabel("Name"), "a dialog starts in its first field").toBeFocused();
  await page.keyboard.type("Shop backend");
  await expectSound(page);
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  const shown = page.locator("[data-secret]");
  await expect(shown).toBeVisible();
  const secret = (await shown.textContent()) ?? "";
  expect(secret).toMatch(/^sk_test_/);
  await page.keyboard.press("Escape");
  await expect(shown, "only the button closes it").toBeVisible();
  await expectSound(page);
  expect(await accepts(page, secret)).toBe(true);
  await page.getByRole("button", { name: "I have stored it" }).click();
  await expect(shown).toBeHidden();
  await expect(page.getByRole("link", { name: "Shop backend" })).toBeVisible();
  expect(await page.content()).not.toContain(secret);
  await page.reload();
  expect(await page.content()).not.toContain(secret);
});

test("during a rotation both keys work, and the first is revoked when it is unused", async ({
  page,
}) => {
  const first = merchant.test.secret_key;
  expect(await accepts(page, first)).toBe(true);
  await page.goto("/test/keys");
  await page.getByRole("link", { name: "Server", exact: true }).click();
  await page.getByRole("button", { name: "Rotate" }).click();
  await page.getByRole("button", { name: "Create second key" }).click();
  const second = (await page.locator("[data-secret]").textContent()) ?? "";
  await page.getByRole("button", { name: "I have stored it" }).click();
  await expect(page.getByRole("heading", { name: "Rotation in progress" })).toBeVisible();
  expect(await accepts(page, first)).toBe(true);
  expect(await accepts(page, second)).toBe(true);
  await expect(
    page.getByText("Not yet: Server is still in use").filter({ visible: true }),
  ).toBeVisible();
  await expect(
    page
      .getByText(/2 requests in the last hour, the last .* from 127\.0\.0\.1/)
      .filter({ visible: true }),
  ).toBeVisible();
  const uses = (name: string) =>
    page.getByRole("table", { name: new RegExp(`Requests with ${name} in the last hour`) });
  await expect(uses("Server").getByRole("row", { name: /127\.0\.0\.1/ })).toBeVisible();
  await page.getByRole("button", { name: "Version" }).click();
  await expect(uses("Server \\(2\\)").getByRole("row", { name: NEWEST_VERSION })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Rotations" })).toBeVisible();
  await expectSound(page);

  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Revoke Server?" });
  await expect(dialog.getByText("2 requests in the last hour used this key")).toBeVisible();
  await dialog.getByRole("button", { name: "Revoke key" }).click();
  await expect(dialog).toBeHidden();
  expect(await accepts(page, first), "refused from the moment the page said so").toBe(false);
  expect(await accepts(page, second)).toBe(true);
  await expect(page.getByText("Revoked", { exact: true }).first()).toBeVisible();
});

test("a leaked live key is revoked after typing its name, and its activity is listed", async ({
  page,
}) => {
  expect(await accepts(page, merchant.live.secret_key)).toBe(true);
  await page.goto("/live/keys");
  await page.getByRole("link", { name: "Server", exact: true }).click();
  await page.getByRole("button", { name: "Leaked?" }).click();
  const dialog = page.getByRole("dialog", { name: "Has Server leaked?" });
  const revoke = dialog.getByRole("button", { name: "Revoke and view activity" });
  await expect(revoke).toBeDisabled();
  await dialog.getByRole("textbox").fill("server");
  await expect(revoke).toBeDisabled();
  await dialog.getByRole("textbox").fill("Server");
  await revoke.click();
  await expect(dialog).toBeHidden();
  expect(await accepts(page, merchant.live.secret_key)).toBe(false);
  const callers = page.getByRole("table", { name: /^Callers of Server/ });
  await expect(callers.getByRole("row", { name: /127\.0\.0\.1/ })).toBeVisible();
  const calls = page.getByRole("table", { name: "Calls made with Server" });
  await expect(calls.getByRole("row", { name: /List customers/ })).toBeVisible();
  await expectSound(page);
});

test("a restricted key can use only the ticked scopes", async ({ page }) => {
  await page.goto("/test/keys");
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByLabel("Name").fill("Read customers");
  await page.getByRole("radio", { name: /Restricted/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByText("Choose at least one scope.")).toBeVisible();
  await page.getByRole("combobox", { name: "Preset" }).click();
  await page.getByRole("option", { name: "Reports only" }).click();
  await expect(page.getByRole("checkbox", { name: "Reports: read" })).toBeChecked();
  await page.getByRole("checkbox", { name: "Reports: read" }).click();
  await page.getByRole("checkbox", { name: "Customers: read" }).click();
  await dialog.getByRole("button", { name: "Create key" }).click();
  const secret = (await page.locator("[data-secret]").textContent()) ?? "";
  await get(page, withKey(secret), "/v1/customers");
  const refused = await post(page, withKey(secret), "/v1/customers", { name: "A" });
  expect(refused.status()).toBe(403);
  expect((await refused.json()).error.code).toBe("key_scope");
});

test("a key limited to IP addresses is refused from others, and the log shows the address", async ({
  page,
}) => {
  const own = await newAccount();
  await page.context().clearCookies();
  await startSession(page, own);
  await page.goto("/test/keys");
  await page.getByRole("link", { name: "Server", exact: true }).click();
  await expect(page.getByText("Any address.")).toBeVisible();
  await page.getByRole("button", { name: "Edit addresses" }).click();
  const dialog = page.getByRole("dialog", { name: "Addresses of Server", exact: true });
  const list = dialog.getByLabel("Addresses and ranges");
  await list.fill("203.0.113.9/24");
  await dialog.getByRole("button", { name: "Save addresses" }).click();
  await expect(dialog.getByText("the range is 203.0.113.0/24")).toBeVisible();
  await expectSound(page);
  await list.fill("203.0.113.0/24\n2001:db8::/32");
  await dialog.getByRole("button", { name: "Save addresses" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("listitem").filter({ hasText: "2001:db8::/32" })).toBeVisible();
  await expectSound(page);
  const refused = await page.request.get("/v1/customers", {
    headers: { authorization: `Bearer ${own.test.secret_key}` },
  });
  expect(refused.status()).toBe(403);
  await page.goto(`/test/logs/${refused.headers()["service-request-id"]}`);
  await expect(page.getByText(/cannot be used from 127\.0\.0\.1/).first()).toBeVisible();
});

test("keys and settings fit on a phone in the dark theme", async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 360, height: 800 },
    colorScheme: "dark",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await startSession(page, merchant);
  for (const path of ["/test/keys", "/live/keys", "/test/settings/account"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectSound(page);
  }
  await context.close();
});

test("saved account settings appear in the frame", async ({ page }) => {
  await page.goto("/test/settings/account");
  await page.getByRole("textbox", { name: "Name" }).fill("Corner Shop & Sons");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Account saved").filter({ visible: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("banner").getByText("Corner Shop & Sons")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Corner Shop & Sons");
});
