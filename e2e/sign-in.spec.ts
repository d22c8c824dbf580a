import { newAccount, signIn, type TestAccount } from "./support/account.ts";
import { expect, test } from "./support/test.ts";

let merchant: TestAccount;

test.beforeAll(async () => {
  merchant = await newAccount("Quay Street Records");
});

test("a visitor without a session is redirected to sign-in, and then to the requested page", async ({
  page,
}) => {
  await page.goto("/live/keys");
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await page.getByLabel("E-mail").fill(merchant.email);
  await page.getByLabel("Password").fill(merchant.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/live\/keys$/);
});

test("a wrong password is refused without saying whether the account exists", async ({ page }) => {
  for (const email of [merchant.email, "nobody@nowhere.example"]) {
    await page.goto("/sign-in");
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(
      page.getByRole("alert").filter({ hasText: "Wrong e-mail address or password" }),
    ).toBeVisible();
  }
});

test("after signing out, Back shows nothing of the account", async ({ page }) => {
  await signIn(page, merchant);
  await page.goto("/test/keys");
  await expect(page.getByRole("link", { name: "Server", exact: true })).toBeVisible();
  const stored = () =>
    page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  await page.evaluate(() => {
    localStorage.setItem("paydesk_shell_acct_test", "[]");
    sessionStorage.setItem("dispute dp_1", "{}");
  });
  await page.getByRole("button", { name: "Signed in as Quay Street Records" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  expect((await stored()).filter((name) => /shell|dispute/.test(name))).toEqual([]);
  await page.goBack();
  await expect(page.getByRole("link", { name: "Server", exact: true })).toBeHidden();
});
