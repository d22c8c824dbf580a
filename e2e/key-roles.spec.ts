import { newAccount, startSession } from "./support/account.ts";
import { expectSound } from "./support/sound.ts";
import { colleague } from "./support/team.ts";
import { expect, test } from "./support/test.ts";

test("a developer can create live keys within the developer role, and test keys of every kind", async ({
  page,
  browser,
}) => {
  await startSession(page, await newAccount());
  const developer = await colleague(page, browser, "developer");
  await developer.goto("/live/keys");
  await developer.getByRole("button", { name: "Create key" }).click();
  const dialog = developer.getByRole("dialog", { name: "Create a live key" });
  await expect(dialog.getByRole("radio", { name: /^Secret/ })).toHaveCount(0);
  await expect(dialog.getByText(/A live key cannot have more permissions than you/)).toBeVisible();
  await expect(dialog.getByRole("checkbox", { name: "Payouts: read" })).toBeVisible();
  await expect(dialog.getByRole("checkbox", { name: "Payouts: write" })).toHaveCount(0);
  await expectSound(developer);
  await dialog.getByLabel("Name").fill("Webhooks");
  await dialog.getByRole("combobox", { name: "Preset" }).click();
  await expect(developer.getByRole("option", { name: "Pay out" })).toHaveCount(0);
  await developer.getByRole("option", { name: "Manage webhooks" }).click();
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(developer.locator("[data-secret]")).toContainText("sk_live_");

  await developer.goto("/live/keys");
  await developer.getByRole("link", { name: "Server", exact: true }).click();
  await expect(developer.getByText(/This key has more permissions than you/)).toBeVisible();
  for (const refused of ["Rotate", "Edit addresses"]) {
    await expect(developer.getByRole("button", { name: refused, exact: true })).toHaveCount(0);
  }
  await expect(developer.getByRole("button", { name: "Revoke", exact: true })).toBeVisible();
  await expectSound(developer);

  await developer.goto("/test/keys");
  await developer.getByRole("button", { name: "Create key" }).click();
  await expect(developer.getByRole("radio", { name: /^Secret/ })).toBeChecked();
  await developer.context().close();
});
