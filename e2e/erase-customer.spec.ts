import { newAccount, startSession } from "./support/account.ts";
import { make } from "./support/api.ts";
import { expectSound } from "./support/sound.ts";
import { colleague } from "./support/team.ts";
import { expect, test } from "./support/test.ts";

test("an owner erases a customer's data from its screen, which a support member cannot", async ({
  page,
  browser,
}) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  const customer = await make(page, merchant, "/v1/customers", {
    name: "Ines Zwetkova",
    email: "ines@zwetkova.example",
    metadata: { phone: "+49 151 2345" },
  });
  const address = `/test/customers/${customer.id}`;
  const mate = await colleague(page, browser, "support");
  await mate.goto(address);
  await expect(mate.getByRole("heading", { name: "Ines Zwetkova" })).toBeVisible();
  await expect(mate.getByRole("button", { name: "Erase" })).toHaveCount(0);
  await mate.context().close();

  await page.goto(address);
  await page.getByRole("button", { name: "Erase" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("This cannot be undone");
  await expectSound(page);
  await dialog.getByRole("button", { name: "Erase personal data" }).click();
  await expect(page.getByRole("heading", { name: "Customer without a name" })).toBeVisible();
  await expect(page.getByText("Deleted", { exact: true })).toBeVisible();
  await expect(page.getByText("Zwetkova")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Erase" })).toHaveCount(0);
  await expectSound(page);
});
