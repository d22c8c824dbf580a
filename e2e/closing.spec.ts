import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { newAccount, startSession } from "./support/account.ts";
import { make, pay } from "./support/api.ts";
import { expectSound } from "./support/sound.ts";
import { expect, test } from "./support/test.ts";

const MONTH_SECONDS = 32 * 86_400;

test("finance closes a month; its four files have the hash that the screen shows", async ({
  page,
}) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  await page.goto("/test/reports/closing");
  await expectSound(page);

  await pay(page, merchant, { amount: 10_000 });
  await make(page, merchant, "/v1/test/clock/advance", { seconds: MONTH_SECONDS });
  await page.reload();
  await page
    .getByRole("button", { name: /^Close \w+ \d{4}$/ })
    .last()
    .click();
  const dialog = page.getByRole("dialog", { name: /^Close \w+ \d{4}\?$/ });
  await expect(dialog).toContainText("A closed month cannot be opened again");
  await expectSound(page);
  await dialog.getByRole("button", { name: /^Close \w+ \d{4}$/ }).click();

  const link = page.getByRole("table").getByRole("link");
  await expect(link).toBeVisible();
  await expectSound(page);
  await link.click();
  await expect(page.getByText("sha256sum * | LC_ALL=C sort | sha256sum")).toBeVisible();
  const links = page.getByRole("link", { name: /^Download / });
  await expect(links).toHaveCount(4);
  const lines: string[] = [];
  for (const file of await links.all()) {
    const begun = page.waitForEvent("download");
    await file.click();
    const download = await begun;
    const hash = createHash("sha256").update(readFileSync(await download.path()));
    lines.push(`${hash.digest("hex")}  ${download.suggestedFilename()}\n`);
  }
  const month = createHash("sha256").update(lines.sort().join("")).digest("hex");
  await expect(page.getByText(month, { exact: true })).toBeVisible();
  await expect(page.getByText("Ledger head")).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy Service-Books-Proof" })).toBeVisible();
  await expectSound(page);
});
