import { newAccount, startSession } from "./support/account.ts";
import { expectSound } from "./support/sound.ts";
import { colleague } from "./support/team.ts";
import { expect, type Page, test } from "./support/test.ts";

async function makeKey(page: Page, mode: string, name: string): Promise<void> {
  await page.goto(`/${mode}/keys`);
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = page.getByRole("dialog", { name: `Create a ${mode} key` });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(page.locator("[data-secret]")).toContainText(`sk_${mode}_`);
}

test("when an admin with keys is demoted and removed, the owner restricts one key and takes over the other", async ({
  page,
  browser,
}) => {
  await startSession(page, await newAccount("Breakwater Bikes"));
  const admin = await colleague(page, browser, "admin");
  await makeKey(admin, "live", "Till");
  await makeKey(admin, "test", "Playground");
  await admin.context().close();

  await page.goto("/live/settings/team");
  await page.getByRole("button", { name: "Change Bo Berg" }).click();
  await page.getByRole("menuitem", { name: "Change role" }).click();
  const role = page.getByRole("dialog", { name: "Role of Bo Berg" });
  await role.getByRole("combobox").click();
  await page.getByRole("option", { name: /^Support/ }).click();
  await expect(role.getByText("The live key Till continues to work")).toBeVisible();
  await expectSound(page);
  await role.getByRole("button", { name: "Change role" }).click();
  await expect(page.getByRole("row", { name: /Bo Berg/ })).toContainText("Support");

  await page.goto("/live/keys");
  await expect(page.getByText("A key needs a decision")).toBeVisible();
  await expectSound(page);
  await page.getByRole("link", { name: "Till" }).first().click();
  await expect(
    page.getByText("Bo Berg is responsible for this key, and it has more permissions"),
  ).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Reduce permissions" }).click();
  const narrow = page.getByRole("dialog", { name: "Reduce permissions of Till" });
  await narrow.getByRole("combobox", { name: "Preset" }).click();
  await page.getByRole("option", { name: "Read everything, change nothing" }).click();
  await expectSound(page);
  await narrow.getByRole("button", { name: "Reduce permissions" }).click();
  await expect(page.getByText("Permissions of Till were reduced")).toBeVisible();
  await expect(page.getByText("Bo Berg is responsible for this key")).toBeHidden();

  await page.goto("/test/settings/team");
  await page.getByRole("button", { name: "Change Bo Berg" }).click();
  await page.getByRole("menuitem", { name: "Remove from the account" }).click();
  await expect(page.getByText(/2 keys continue to work/)).toBeVisible();
  await page.getByRole("button", { name: "Remove member" }).click();
  await expect(page.getByText("Bo Berg was removed")).toBeVisible();
  await page.goto("/test/keys");
  await page.getByRole("link", { name: "Playground" }).first().click();
  await page.getByRole("button", { name: "Adopt" }).click();
  await page.getByRole("button", { name: "Adopt key" }).click();
  await expect(page.getByText("You are now responsible for Playground")).toBeVisible();
  await expect(page.getByText("has left the account")).toBeHidden();
});
