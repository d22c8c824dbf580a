import { codeOf, stepAt } from "#lib/domain/members/totp.ts";
import { nowMs } from "#lib/kernel/clock.ts";
import { newId } from "#lib/kernel/ids.ts";
import { newAccount, startSession } from "./support/account.ts";
import { ageConfirmation } from "./support/change-rows.ts";
import { expectSound } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

const PASSWORD = "quite a long password";

/** Invites a colleague and reads the link, because there is no mail server to send it. */
async function invited(page: Page, email: string): Promise<string> {
  await page.goto("/test/settings/team");
  await page.getByRole("button", { name: "Invite colleague" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite a colleague" });
  await dialog.getByLabel("E-mail").fill(email);
  await expectSound(page);
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText(email).filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText("No mail server is set up")).toBeVisible();
  await expectSound(page);
  await page.goto("/test/settings/notifications");
  await page.getByRole("link", { name: /invites you to join/ }).click();
  const text = await page.getByRole("article", { name: "Text of the message" }).textContent();
  return /\/accept#\w+/.exec(text ?? "")?.[0] ?? "";
}

/** Sets up the second factor and returns its secret. */
async function setUpFactor(page: Page): Promise<string> {
  await page.goto("/test/settings/security");
  await page.getByRole("button", { name: "Set up" }).click();
  const dialog = page.getByRole("dialog", { name: "Set up an authenticator" });
  await expect(dialog.getByAltText("QR code for the authenticator app")).toBeVisible();
  const secret = (await dialog.locator("[data-secret]").textContent()) ?? "";
  await expectSound(page);
  await dialog.getByLabel(/six digits/).fill(codeOf(secret, stepAt(nowMs())));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  const codes = page.getByRole("dialog", { name: "Recovery codes" });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  await expectSound(page);
  await codes.getByRole("button", { name: "I have stored them" }).click();
  await expect(page.getByText("10 recovery codes are left")).toBeVisible();
  await expectSound(page);
  return secret;
}

test("an invited colleague joins with fewer permissions and a second factor, and the audit log records it", async ({
  page,
  browser,
}) => {
  const merchant = await newAccount("Harbour Books");
  const email = `${newId("usr")}@journey.example`;
  await startSession(page, merchant);
  const link = await invited(page, email);

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await theirs.goto(link);
  await expect(theirs.getByRole("heading", { name: "Join Harbour Books" })).toBeVisible();
  await expectSound(theirs);
  await theirs.getByLabel("Your name").fill("Bo Berg");
  await theirs.getByLabel("Password").fill(PASSWORD);
  await theirs.getByRole("button", { name: "Join Harbour Books" }).click();
  await theirs.waitForURL(/\/test\/home/);
  await theirs.goto("/test/keys");
  await expect(theirs.getByRole("link", { name: "Server", exact: true })).toBeVisible();
  await expect(theirs.getByRole("button", { name: "Create key" })).toBeHidden();
  await theirs.goto("/test/settings/audit-log");
  await expect(theirs.getByText("You have no access to the audit log entries")).toBeVisible();

  const secret = await setUpFactor(theirs);
  await theirs.getByRole("button", { name: "Signed in as Bo Berg" }).click();
  await theirs.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(theirs).toHaveURL(/\/sign-in/);
  await theirs.getByLabel("E-mail").fill(email);
  await theirs.getByLabel("Password").fill(PASSWORD);
  await theirs.getByRole("button", { name: "Sign in" }).click();
  await expect(theirs.getByRole("heading", { name: "Second factor" })).toBeVisible();
  await expectSound(theirs);
  await theirs.getByLabel("Code").fill(codeOf(secret, stepAt(nowMs()) + 1));
  await theirs.getByRole("button", { name: "Sign in", exact: true }).click();
  await theirs.waitForURL(/\/test\/home/);
  await context.close();

  await page.goto("/test/settings/audit-log");
  for (const change of ["Colleague invited", "Second factor set up", "Colleague joined"]) {
    await expect(page.getByText(change).filter({ visible: true })).toBeVisible();
  }
  await expectSound(page);
  await page.getByRole("link", { name: /Colleague joined/ }).click();
  await expect(page.getByRole("row", { name: /role/i })).toContainText("support");
  await expect(page.getByText("Bo Berg").filter({ visible: true })).toBeVisible();
  await expectSound(page);
});

test("a person sees their sessions, ends the others, and must confirm their identity to create a live key", async ({
  page,
  browser,
}) => {
  const merchant = await newAccount("Quay Street Records");
  const context = await browser.newContext();
  const elsewhere = await context.newPage();
  await startSession(elsewhere, merchant);
  await startSession(page, merchant);
  await page.goto("/test/settings/security");
  await expect(page.getByText("This device").filter({ visible: true })).toBeVisible();
  await expectSound(page);
  // A phone's row has the action too.
  const desk = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  const ends = page.getByRole("cell").getByRole("button", { name: /^Sign out / });
  await expect(ends.filter({ visible: true })).toHaveCount(1);
  const own = page.getByRole("row", { name: /This device/ });
  await expect(own.getByRole("button", { name: /^Sign out / })).toHaveCount(0);
  if (desk) await page.setViewportSize(desk);
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(page.getByRole("button", { name: "Sign out everywhere else" })).toHaveCount(0);
  await elsewhere.goto("/test/home");
  await expect(elsewhere).toHaveURL(/\/sign-in/);
  await context.close();

  await ageConfirmation(merchant.email);
  await page.goto("/live/keys");
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByLabel("Name").fill("Till 4");
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  const asks = page.getByRole("dialog", { name: "Confirm that it is you" });
  await asks.getByLabel("Your password").fill("not the password");
  await asks.getByRole("button", { name: "Confirm" }).click();
  await expect(asks.getByText("Wrong password or code")).toBeVisible();
  await asks.getByLabel("Your password").fill(merchant.password);
  await asks.getByRole("button", { name: "Confirm" }).click();
  await expect(page.locator("[data-secret]")).toContainText("sk_live_");
});
