import { newAccount, startSession } from "./support/account.ts";
import { ageSession } from "./support/change-rows.ts";
import { expectSound } from "./support/sound.ts";
import { expect, test } from "./support/test.ts";

const DAY_MINUTES = 1_440;

test("sessions end by inactivity and by age, and sign-in says so and returns to the page", async ({
  page,
}) => {
  const merchant = await newAccount("Ebb & Flow");
  await startSession(page, merchant);
  await page.goto("/test/settings/team");
  await expect(page.getByText("12 hours without activity, and 30 days in total")).toBeVisible();
  await page.getByRole("button", { name: "Change", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Session length" });
  await dialog.getByRole("combobox", { name: "Without activity" }).click();
  await page.getByRole("option", { name: "15 minutes" }).click();
  await expectSound(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("15 minutes without activity, and 30 days in total")).toBeVisible();

  await page.goto("/test/payments?status=failed");
  await expect(page.getByRole("heading", { name: "Payments", level: 1 })).toBeVisible();
  await ageSession(merchant.email, "seen", 15);
  await page.reload();
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await expect(page.getByText("signed out because you were inactive")).toBeVisible();
  await expectSound(page);
  await page.getByLabel("E-mail").fill(merchant.email);
  await page.getByLabel("Password").fill(merchant.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/test\/payments\?status=failed$/);

  await ageSession(merchant.email, "signedIn", 30 * DAY_MINUTES);
  await page.reload();
  await expect(page.getByText("because your session reached its maximum age")).toBeVisible();
});

test("an open screen redirects to sign-in when its session has ended", async ({ page }) => {
  const merchant = await newAccount("Slack Tide");
  await startSession(page, merchant);
  await page.goto("/test/customers");
  await expect(page.getByRole("heading", { name: "Customers", level: 1 })).toBeVisible();
  await ageSession(merchant.email, "seen", 720);
  await page.getByRole("link", { name: "Refunds", exact: true }).click();
  await expect(page).toHaveURL(/\/sign-in\?next=/);
});

test("a session that ends while a form is filled in leaves the form, which is sent after a new sign-in", async ({
  page,
}) => {
  const merchant = await newAccount("Half Tide");
  await startSession(page, merchant);
  await page.goto("/test/settings/alerts");
  await page.getByRole("button", { name: "Create rule" }).click();
  const dialog = page.getByRole("dialog", { name: "Create rule" });
  await dialog.getByLabel("Above").fill("12.5");
  await expect(dialog.getByText(/it would (not )?have/)).toBeVisible();
  await ageSession(merchant.email, "seen", 720);
  // Each change tries the rule, and learns that the session has ended.
  await dialog.getByLabel("At least").fill("70");
  await expect(page.getByText("You were signed out")).toBeVisible();
  await expect(dialog.getByLabel("Above")).toHaveValue("12.5");
  await startSession(page, merchant);
  await dialog.getByLabel("At least").press("Enter");
  await expect(page.getByText("Rule created")).toBeVisible();
  await expect(page.getByText("12.5").first()).toBeVisible();
});
