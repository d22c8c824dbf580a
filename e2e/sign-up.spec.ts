import { newId } from "#lib/kernel/ids.ts";
import { type MailingService, startMailingService } from "./support/mailing-service.ts";
import { expectSound } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

const PASSWORD = "seven grey harbours at night";

test.describe.configure({ mode: "serial" });

let service: MailingService;
test.beforeAll(async () => {
  service = await startMailingService({ SIGN_UP: "open" });
});
test.afterAll(() => service.stop());

async function fillIn(page: Page, email: string, password: string) {
  await page.getByLabel("Business name").fill("Harbour Books");
  await page.getByLabel("Country").click();
  await page.getByRole("option", { name: "New Zealand" }).click();
  await expect(page.getByLabel("Currency")).toHaveText(/NZD/);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
}

test("a new person creates an account, confirms the e-mail address and starts with Quick start in test mode", async ({
  page,
}) => {
  const email = `${newId("usr").toLowerCase()}@journey.example`;
  await page.goto(`${service.url}/sign-in`);
  await page.getByRole("link", { name: "Create an account" }).click();
  await expect(page.getByRole("heading", { name: "Create an account" })).toBeVisible();
  await expectSound(page);
  await fillIn(page, email, "HarbourBooks1");
  await expect(page.getByText("This password is easy to guess")).toBeVisible();
  await expectSound(page);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText(`We have sent an e-mail to ${email}`)).toBeVisible();
  await expectSound(page);
  const links = () =>
    service
      .sentTo(email)
      .join("\n")
      .match(/http\S+\/confirm-sign-up#\w{40}/g);
  await expect.poll(links).not.toBeNull();

  await page.goto(links()?.[0] ?? "");
  await expectSound(page);
  await page.getByLabel("Password").fill("not the password of it");
  await page.getByRole("button", { name: "Open account" }).click();
  await expect(page.getByText("That is not the password you chose")).toBeVisible();
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Open account" }).click();
  await page.waitForURL(/\/test\/quick-start/);
  await expect(page.getByRole("button", { name: "Signed in as Harbour Books" })).toBeVisible();
  await expectSound(page);
});

test("an e-mail address with an account gets the same screen, and its owner gets an e-mail", async ({
  page,
}) => {
  const { email } = await service.newAccount("Quay Street Records");
  await page.goto(`${service.url}/sign-up`);
  await fillIn(page, email, PASSWORD);
  await expect(page.getByText(`We have sent an e-mail to ${email}`)).toBeVisible();
  const told = () => service.sentTo(email).join("\n");
  await expect.poll(told).toContain("You already have an account");
  expect(told()).not.toContain("confirm-sign-up");
});

test("where sign-up is by invitation only, there is no link, and the screen says why", async ({
  page,
}) => {
  await page.goto("/sign-in");
  await expect(page.getByRole("button", { name: "Sign in" }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Create an account" })).toHaveCount(0);
  await page.goto("/sign-up");
  await expect(page.getByText("by invitation only")).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await expectSound(page);
});
