import { type MailingService, startMailingService } from "./support/mailing-service.ts";
import { expectSound } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

const NEW_PASSWORD = "seven grey harbours at night";

test.describe.configure({ mode: "serial" });

let service: MailingService;
test.beforeAll(async () => {
  service = await startMailingService();
});
test.afterAll(() => service.stop());

async function trySignIn(page: Page, origin: string, email: string, password: string) {
  await page.goto(`${origin}/sign-in`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("a person sets a new password with the link from an e-mail", async ({ page }) => {
  const { email, password } = await service.newAccount("Harbour Books");
  await page.goto(`${service.url}/sign-in`);
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { name: "Forgot password?" })).toBeVisible();
  await expectSound(page);
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText(`If ${email} has an account`)).toBeVisible();
  await expectSound(page);
  const links = () =>
    service
      .sentTo(email)
      .join("\n")
      .match(/http\S+\/reset-password#\w{40}/g);
  await expect.poll(links).not.toBeNull();
  const link = links()?.[0] ?? "";

  await page.goto(link);
  await expectSound(page);
  await page.getByLabel("New password").fill("password1234");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("This password is easy to guess")).toBeVisible();
  await expectSound(page);
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Your password was changed")).toBeVisible();
  await expectSound(page);
  await expect.poll(() => service.sentTo(email).at(-1)).toContain("Your password was changed");

  await trySignIn(page, service.url, email, password);
  await expect(
    page.getByRole("alert").filter({ hasText: "Wrong e-mail address or password" }),
  ).toBeVisible();
  await trySignIn(page, service.url, email, NEW_PASSWORD);
  await page.waitForURL(/\/test\//);

  await page.goto("about:blank");
  await page.goto(link);
  await page.getByLabel("New password").fill("another seven grey harbours");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "does not work" })).toBeVisible();
  await expectSound(page);
});

test("an e-mail address without an account gets the same screen and no e-mail", async ({
  page,
}) => {
  const email = "nobody@nowhere.example";
  await page.goto(`${service.url}/forgot-password`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText(`If ${email} has an account`)).toBeVisible();
  expect(service.sentTo(email)).toEqual([]);
});

test("an operator's link sets a new password", async ({ page }) => {
  const { email } = await service.newAccount("Quay Street Records");
  const printed = await service.account("", "reset-password", "--email", email, "--link", "--json");
  await page.goto(JSON.parse(printed).link);
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Your password was changed")).toBeVisible();
  await page.getByRole("link", { name: "Go to sign-in" }).click();
  await trySignIn(page, service.url, email, NEW_PASSWORD);
  await page.waitForURL(/\/test\//);
});

test("without a mail server the screen shows the operator's command", async ({ page }) => {
  await page.goto("/forgot-password");
  await expect(page.getByText("account -- reset-password --email you@example.com")).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await expectSound(page);
});
