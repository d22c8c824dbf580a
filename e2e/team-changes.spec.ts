import { codeOf, stepAt } from "#lib/domain/members/totp.ts";
import { nowMs } from "#lib/kernel/clock.ts";
import { newId } from "#lib/kernel/ids.ts";
import { newAccount, startSession } from "./support/account.ts";
import { expectSound } from "./support/sound.ts";
import { colleague, invite, newestLink, PASSWORD } from "./support/team.ts";
import { expect, type Page, test } from "./support/test.ts";

/** Sets up a second factor: scans, types the first code, stores the recovery codes. */
async function setUpFactor(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Set up" }).click();
  const dialog = page.getByRole("dialog", { name: "Set up an authenticator" });
  const secret = (await dialog.locator("[data-secret]").textContent()) ?? "";
  await dialog.getByLabel(/six digits/).fill(codeOf(secret, stepAt(nowMs())));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  const codes = page.getByRole("dialog", { name: "Recovery codes" });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  await codes.getByRole("button", { name: "I have stored them" }).click();
  return secret;
}

const expectGone = (page: Page) =>
  expect(page.getByText("This link is no longer valid").first()).toBeVisible();

const menuOf = (page: Page, name: string) => page.getByRole("button", { name }).click();

test("a new invitation link replaces the previous one, and no link works after the invitation is revoked", async ({
  page,
  browser,
}) => {
  const email = `${newId("usr")}@journey.example`;
  await startSession(page, await newAccount("Mole & Pier"));
  await invite(page, email);
  const first = await newestLink(page);
  await page.goto("/test/settings/team");
  await menuOf(page, `Change the invitation of ${email}`);
  await page.getByRole("menuitem", { name: "Send again" }).click();
  await expect(page.getByText("New link created")).toBeVisible();
  const second = await newestLink(page);
  expect(second).not.toBe(first);
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(first);
  await expectGone(stranger);
  await expectSound(stranger);
  await stranger.goto("/sign-in");
  await stranger.goto(second);
  await expect(stranger.getByRole("heading", { name: "Join Mole & Pier" })).toBeVisible();
  await page.goto("/test/settings/team");
  await menuOf(page, `Change the invitation of ${email}`);
  await page.getByRole("menuitem", { name: "Revoke invitation" }).click();
  await expect(page.getByText("The link no longer works")).toBeVisible();
  await expect(page.getByRole("row", { name: new RegExp(email) })).toHaveCount(0);
  await stranger.reload();
  await expectGone(stranger);
  await stranger.context().close();
});

test("a changed role applies to a colleague's next request, and a removed colleague is signed out", async ({
  page,
  browser,
}) => {
  await startSession(page, await newAccount("Lock Keepers"));
  const theirs = await colleague(page, browser);
  await theirs.goto("/test/keys");
  await expect(theirs.getByRole("button", { name: "Create key" })).toBeHidden();

  await page.goto("/test/settings/team");
  await menuOf(page, "Change Bo Berg");
  await page.getByRole("menuitem", { name: "Change role" }).click();
  const role = page.getByRole("dialog", { name: "Role of Bo Berg" });
  await role.getByRole("combobox").click();
  await page.getByRole("option", { name: /^Developer/ }).click();
  await expectSound(page);
  await role.getByRole("button", { name: "Change role" }).click();
  await expect(page.getByRole("row", { name: /Bo Berg/ })).toContainText("Developer");
  await theirs.reload();
  await expect(theirs.getByRole("button", { name: "Create key" }).first()).toBeVisible();

  await menuOf(page, "Change Bo Berg");
  await page.getByRole("menuitem", { name: "Remove from the account" }).click();
  await expectSound(page);
  await page.getByRole("button", { name: "Remove member" }).click();
  await expect(page.getByText("Bo Berg was removed")).toBeVisible();
  await expect(page.getByRole("row", { name: /Bo Berg/ })).toHaveCount(0);
  await theirs.goto("/test/payments");
  await expect(theirs).toHaveURL(/\/sign-in/);
  await theirs.context().close();
});

test("when an owner requires a second factor, a colleague must set theirs up first", async ({
  page,
  browser,
}) => {
  const merchant = await newAccount("Watch House");
  await startSession(page, merchant);
  const theirs = await colleague(page, browser);

  await page.goto("/test/settings/team");
  await expect(page.getByRole("button", { name: "Require it" })).toBeDisabled();
  await expectSound(page);
  await page.goto("/test/settings/security");
  await setUpFactor(page);
  await page.goto("/test/settings/team");
  await page.getByRole("button", { name: "Require it" }).click();
  const asks = page.getByRole("dialog", { name: "Require a second factor?" });
  await expect(asks.getByText("1 of 2 members have none")).toBeVisible();
  await expectSound(page);
  await asks.getByRole("button", { name: "Require it" }).click();
  await expect(page.getByText("One member has to set theirs up before")).toBeVisible();
  await expectSound(page);
  await page.goto("/test/settings/security");
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("button", { name: "Remove it" }).click();
  await expect(
    page.getByText("Watch House requires a second factor of every member."),
  ).toBeVisible();

  await theirs.goto("/test/payments");
  await expect(theirs).toHaveURL(/\/second-factor/);
  await expect(theirs.getByText("Watch House requires a code")).toBeVisible();
  await expectSound(theirs);
  await setUpFactor(theirs);
  await theirs.waitForURL(/\/test\/payments/);
  await expect(theirs.getByRole("heading", { level: 1, name: "Payments" })).toBeVisible();
  await theirs.context().close();
});

test("a changed password signs the person out elsewhere, sends an e-mail and replaces the old one", async ({
  page,
  browser,
}) => {
  const merchant = await newAccount("Salt Lane");
  const elsewhere = await (await browser.newContext()).newPage();
  await startSession(elsewhere, merchant);
  await startSession(page, merchant);
  await page.goto("/test/settings/security");
  await page.getByRole("button", { name: "Change password" }).click();
  const dialog = page.getByRole("dialog", { name: "Change your password" });
  await dialog.getByLabel("Current password").fill("not the password");
  await dialog.getByLabel("New password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expect(dialog.getByText("Wrong password.")).toBeVisible();
  await expectSound(page);
  await dialog.getByLabel("Current password").fill(merchant.password);
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("one other session was ended")).toBeVisible();
  await elsewhere.goto("/test/home");
  await expect(elsewhere).toHaveURL(/\/sign-in/);
  await elsewhere.getByLabel("E-mail").fill(merchant.email);
  await elsewhere.getByLabel("Password").fill(merchant.password);
  await elsewhere.getByRole("button", { name: "Sign in" }).click();
  await expect(elsewhere.getByText("Wrong e-mail address or password")).toBeVisible();
  await elsewhere.getByLabel("Password").fill(PASSWORD);
  await elsewhere.getByRole("button", { name: "Sign in" }).click();
  await elsewhere.waitForURL(/\/test\/home/);
  await elsewhere.context().close();
  await page.goto("/test/settings/notifications");
  await expect(page.getByRole("link", { name: /Your password was changed/ })).toBeVisible();
});
