import { newAccount, startSession, type TestAccount } from "./support/account.ts";
import { get, make } from "./support/api.ts";
import { askInternal } from "./support/internal.ts";
import { advance } from "./support/sandbox-clock.ts";
import { expectSound } from "./support/sound.ts";
import { colleague } from "./support/team.ts";
import { expect, type Page, test } from "./support/test.ts";

const IBAN = "DE23999999990000000000";

/** A merchant with a payout balance of 5,000.00 EUR, whose owner is signed in. */
async function funded(page: Page): Promise<TestAccount> {
  const merchant = await newAccount();
  await startSession(page, merchant);
  await make(page, merchant, "/v1/test/topup", { amount: 500_000, currency: "EUR" });
  return merchant;
}

/** Sets limits on the screen: 100.00 EUR for one payout, and 250.00 EUR for all within 24 hours. */
async function setLimits(page: Page): Promise<void> {
  await page.goto("/test/settings/payout-limits");
  await page.getByRole("button", { name: "Set limits for EUR" }).click();
  const dialog = page.getByRole("dialog", { name: "Limits for payouts in EUR" });
  await dialog.getByLabel("One payout or batch").fill("100.00");
  await dialog.getByLabel("All within 24 hours").fill("50.00");
  await expect(dialog.getByText("Enter at least the limit for one payout.")).toBeVisible();
  await expectSound(page);
  await dialog.getByLabel("All within 24 hours").fill("250.00");
  await dialog.getByRole("button", { name: "Set limits" }).click();
  await expect(
    page.getByText(/A payout above 100\.00 EUR, or one that takes the sum of 24 hours/),
  ).toBeVisible();
}

/** A merchant like `funded`, with the limits of `setLimits`. */
async function limited(page: Page): Promise<TestAccount> {
  const merchant = await funded(page);
  const limits = { perPayout: "10000", perDay: "25000" };
  await askInternal(page, "POST", "/test/payout-limits", { currency: "EUR", limits });
  return merchant;
}

async function payByHand(page: Page, amount: string): Promise<string> {
  await page.goto("/test/payouts/new");
  await page.getByLabel("Beneficiary").fill("Ada Lindqvist");
  await page.getByLabel("Amount").fill(amount);
  await page.getByLabel("IBAN").fill(IBAN);
  await page.getByRole("button", { name: "Check payee" }).click();
  await page.getByRole("button", { name: `Send ${amount} EUR` }).click();
  await page.waitForURL("**/test/payouts/po_*");
  return page.url();
}

const paid = (page: Page, merchant: TestAccount, amount: number) =>
  make(page, merchant, "/v1/payouts", {
    ...{ amount, currency: "EUR" },
    beneficiary: { name: "Ada Lindqvist", iban: IBAN },
  });

test("a payout above the limit waits until a second person approves it", async ({
  page,
  browser,
}) => {
  await funded(page);
  await setLimits(page);
  await expectSound(page);
  await expect(page.getByText("Nobody else can approve payouts")).toBeVisible();
  const theirs = await colleague(page, browser, "finance");
  await payByHand(page, "300.00");
  await expect(page.getByText("300.00 EUR is waiting for approval").first()).toBeVisible();
  await expect(page.getByText(/Another member must decide/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Approve" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Cancel payout" })).toBeVisible();
  await expectSound(page);

  await theirs.goto("/test/payouts?approval=pending");
  await expect(theirs.getByRole("heading", { name: "Payouts 1" })).toBeVisible();
  await expect(theirs.getByText("Approval is pending")).toBeVisible();
  await expectSound(theirs);
  await theirs.getByRole("row", { name: /Needs approval/ }).click();
  await theirs.waitForURL("**/test/payouts/po_*");
  await theirs.getByRole("button", { name: "Approve" }).click();
  const dialog = theirs.getByRole("dialog", { name: "Approve this payout?" });
  await expect(dialog.getByText(/300\.00 EUR is sent to Ada Lindqvist immediately/)).toBeVisible();
  await expectSound(theirs);
  await dialog.getByRole("button", { name: "Approve 300.00 EUR" }).dblclick();
  await expect(theirs.getByText("Received by the beneficiary's bank")).toBeVisible();
  await expectSound(theirs);
  // The member who created it sees it without a reload.
  await expect(page.getByText("Received by the beneficiary's bank")).toBeVisible();
  await theirs.context().close();
});

test("a refused payout is canceled, and its amount is back on the balance", async ({
  page,
  browser,
}) => {
  const merchant = await limited(page);
  const theirs = await colleague(page, browser, "admin");
  const { id } = await paid(page, merchant, 30_000);
  const batch = await make(page, merchant, "/v1/payouts", {
    instructions: [1, 2, 3].map((n) => ({
      ...{ amount: 9_000, currency: "EUR", reference: `Salary ${n}` },
      beneficiary: { name: "Bo Berg", iban: IBAN },
    })),
  });
  await theirs.goto(`/test/payouts/${id}`);
  await theirs.getByRole("button", { name: "Refuse" }).click();
  await theirs
    .getByRole("dialog", { name: "Refuse this payout?" })
    .getByRole("button", { name: "Refuse payout" })
    .click();
  await expect(theirs.getByText(/300\.00 EUR was returned to your payout balance/)).toBeVisible();
  await expect(theirs.getByText("Canceled").filter({ visible: true }).first()).toBeVisible();
  await theirs.goto("/test/batches");
  await theirs.getByRole("row", { name: /Needs approval/ }).click();
  await theirs.waitForURL("**/test/batches/pob_*");
  await expectSound(theirs);
  await expect(theirs.getByText("0 of 3 have an outcome")).toBeVisible();
  const { data } = await get(page, merchant, `/v1/payouts?batch=${batch.id}`);
  await make(page, merchant, `/v1/payouts/${data[0].id}/cancel`, {});
  // The second person sees the sum that is left without a reload.
  await expect(theirs.getByText("1 of 3 have an outcome")).toBeVisible();
  await theirs.getByRole("button", { name: "Approve" }).click();
  await expect(theirs.getByText(/180\.00 EUR is sent in 2 payouts immediately/)).toBeVisible();
  await theirs.getByRole("dialog").getByRole("button", { name: "Go back" }).click();
  await theirs.getByRole("button", { name: "Refuse" }).click();
  await theirs.getByRole("button", { name: "Refuse batch" }).click();
  await expect(theirs.getByText("3 of 3 have an outcome")).toBeVisible();
  await expect(theirs.getByText(/180\.00 EUR was returned to your payout balance/)).toBeVisible();
  await theirs.goto("/test/settings/audit-log");
  await expect(theirs.getByText("Payout refused").first()).toBeVisible();
  await theirs.context().close();
});

test("a payout that nobody approves within 72 hours is canceled, and an only admin learns that nobody can confirm higher limits", async ({
  page,
}) => {
  const merchant = await limited(page);
  const { id } = await paid(page, merchant, 30_000);
  await page.goto(`/test/payouts/${id}`);
  await expect(page.getByText("Waiting for approval").first()).toBeVisible();
  await advance(page, "7 days");
  await expect(page.getByText("Approval expired")).toBeVisible();
  await expect(page.getByText(/300\.00 EUR was returned to your payout balance/)).toBeVisible();
  await expectSound(page);
  await page.goto("/test/settings/payout-limits");
  await page.getByRole("button", { name: "Remove limits" }).click();
  await page.getByRole("button", { name: "Request removal" }).click();
  await expect(page.getByText("Nobody else can confirm it.")).toBeVisible();
  await expectSound(page);
});

test("if payouts are split, the one that exceeds the daily limit waits", async ({
  page,
  browser,
}) => {
  const merchant = await limited(page);
  const theirs = await colleague(page, browser, "finance");
  for (let part = 0; part < 3; part++) await paid(page, merchant, 9_000);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/test/payouts?approval=pending");
  await expect(page.getByRole("heading", { name: "Payouts 1" })).toBeVisible();
  await expectSound(page);
  await page
    .getByRole("link", { name: /90\.00/ })
    .first()
    .click();
  await page.waitForURL("**/test/payouts/po_*");
  await expect(page.getByText(/exceeds the limit for 24 hours/)).toBeVisible();
  // The key is the owner's.
  await expect(page.getByText(/Another member must decide/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Approve" })).toHaveCount(0);
  await expectSound(page);
  await theirs.setViewportSize({ width: 390, height: 844 });
  await theirs.goto(page.url());
  await expect(theirs.getByRole("button", { name: "Approve" })).toBeVisible();
  await expectSound(theirs);
  await theirs.context().close();
});

test("higher limits wait for another admin, lower ones do not", async ({ page, browser }) => {
  await limited(page);
  const theirs = await colleague(page, browser, "admin");
  await page.goto("/test/settings/payout-limits");
  await page.getByRole("button", { name: "Change limits for EUR" }).click();
  const dialog = page.getByRole("dialog", { name: "Limits for payouts in EUR" });
  await dialog.getByLabel("One payout or batch").fill("900.00");
  await dialog.getByLabel("All within 24 hours").fill("200.00");
  await dialog.getByLabel("All within 24 hours").fill("900.00");
  await dialog.getByRole("button", { name: "Set limits" }).click();
  await expect(page.getByText(/You asked for 900\.00 EUR for one payout/)).toBeVisible();
  await expect(page.getByText(/A payout above 100\.00 EUR/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Confirm", exact: true })).toHaveCount(0);
  await expectSound(page);
  await theirs.goto("/test/settings/payout-limits");
  await theirs.getByRole("button", { name: "Confirm", exact: true }).click();
  await expectSound(theirs);
  await theirs.getByRole("button", { name: "Confirm change" }).click();
  await expect(theirs.getByText(/A payout above 900\.00 EUR/)).toBeVisible();
  await theirs.getByRole("button", { name: "Remove limits" }).click();
  await theirs.getByRole("button", { name: "Request removal" }).click();
  await expect(theirs.getByText(/You asked for no limit/)).toBeVisible();
  await expect(page.getByText(/asked for no limit/)).toBeVisible();
  await page.getByRole("button", { name: "Refuse", exact: true }).click();
  await page.getByRole("button", { name: "Refuse change" }).click();
  await expect(page.getByText(/asked for no limit/)).toHaveCount(0);
  await expect(page.getByText(/A payout above 900\.00 EUR/)).toBeVisible();
  await theirs.context().close();
});
