// `paydesk login`: the person's side of a pairing. The command line's side is in test/package/login.test.ts.

import { newAccount, startSession, type TestAccount } from "./support/account.ts";
import { post, withKey } from "./support/api.ts";
import { expectSound } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

let merchant: TestAccount;

test.beforeAll(async () => {
  merchant = await newAccount("Harbour Lights");
});

const headers = { "x-paydesk-request": "1" };

/** Requests a pairing as the command line does, from this machine. */
async function begin(page: Page): Promise<{ code: string; url: string; pollSecret: string }> {
  const data = { device: "ada-laptop" };
  const response = await page.request.post("/internal/cli/pairings", { data, headers });
  expect(response.status()).toBe(201);
  return await response.json();
}

async function poll(page: Page, pollSecret: string) {
  const data = { pollSecret };
  const response = await page.request.post("/internal/cli/pairings/poll", { data, headers });
  return await response.json();
}

test("a person signs in, compares the code and pairs the command line, which gets its key", async ({
  page,
}) => {
  const { code, url, pollSecret } = await begin(page);
  // The link opens the sign-in first, and leads back.
  await page.goto(url);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await page.getByLabel("E-mail").fill(merchant.email);
  await page.getByLabel("Password").fill(merchant.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Pair a command line" })).toBeVisible();
  await expect(page.getByText(code, { exact: true })).toBeVisible();
  await expect(page.getByText("ada-laptop", { exact: true })).toBeVisible();
  await expect(page.getByRole("radio", { name: /Read and write/ })).toBeChecked();
  await expectSound(page);
  await page.getByRole("radio", { name: /Read only/ }).check();
  await page.getByRole("button", { name: "Pair command line" }).press("Enter");
  await expect(page.getByText("Paired", { exact: true })).toBeVisible();
  await expectSound(page);
  const { key, name } = await poll(page, pollSecret);
  expect(key).toMatch(/^sk_test_/);
  await page.getByRole("link", { name: "Keys screen" }).click();
  await page.getByRole("link", { name }).click();
  await expect(page.getByText(/^\d+ scopes, below$/)).toBeVisible();
  const refused = await post(page, withKey(key), "/v1/customers", { name: "Ada" });
  expect((await refused.json()).error.code).toBe("key_scope");
});

test("a code is typed where the link cannot be opened, and a login can be refused", async ({
  page,
}) => {
  await startSession(page, merchant);
  const { code } = await begin(page);
  // Redirected: pairing is in test mode only.
  await page.goto("/live/keys/pair");
  await expect(page).toHaveURL(/\/test\/keys\/pair$/);
  await expectSound(page);
  await page.getByLabel("Code").fill("BBBB-BBBB");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No command line waits with this code")).toBeVisible();
  await expectSound(page);
  await page.getByLabel("Code").fill(code.toLowerCase());
  await page.keyboard.press("Enter");
  await expect(page.getByText(code, { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Refuse" }).press("Enter");
  await expect(page.getByText("got no key")).toBeVisible();
  await page.reload();
  await expect(page.getByText("answered already")).toBeVisible();
});
