import { randomUUID } from "node:crypto";
import { pdfFile } from "#test/evidence-files.ts";
import { newAccount, startSession, type TestAccount } from "./support/account.ts";
import { make } from "./support/api.ts";
import { askInternal } from "./support/internal.ts";
import { expectSound } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

const HOUR_S = 3_600;

/** A payment that the payer disputes within the hour. */
async function disputedPayment(page: Page, merchant: TestAccount, amount: number): Promise<string> {
  const { id } = await make(page, merchant, "/v1/payments", {
    amount,
    currency: "EUR",
    method: "card",
    payment_method: "pm_test_4000000000000259",
    description: "Order 1042",
  });
  await advance(page, merchant, HOUR_S);
  return id;
}

const advance = (page: Page, merchant: TestAccount, seconds: number) =>
  make(page, merchant, "/v1/test/clock/advance", { seconds });

test("a dispute is found on Home, answered from a saved draft, and lost by the bank's decision", async ({
  page,
}) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  await page.goto("/test/disputes");
  await expect(page.getByText("No disputes in test mode")).toBeVisible();
  await expectSound(page);
  const payment = await disputedPayment(page, merchant, 12_900);

  await page.goto("/test/home");
  const notice = /A dispute of 129\.00 EUR needs a response by/;
  await expect(page.getByRole("main").getByText(notice)).toBeVisible();
  await expectSound(page);
  await page.getByRole("link", { name: "Respond to dispute" }).click();
  await page.waitForURL(/\/test\/disputes\?status=needs_response/);
  const tabs = page.getByRole("navigation", { name: "Views" });
  await expect(tabs.getByRole("link", { name: "Needs response 1" })).toBeVisible();
  await expect(page.getByText("13 days left").filter({ visible: true })).toBeVisible();
  await expectSound(page);
  await tabs.getByRole("link", { name: "Lost 0" }).click();
  await page.waitForURL(/status=lost/);
  await expect(page.getByText(/No disputes/).filter({ visible: true })).toBeVisible();
  await page.goBack();
  // The middle of the row is the deadline, whose tooltip lies above the row's link.
  await page.getByRole("row").getByRole("link").first().click({ force: true });
  await page.waitForURL(/\/test\/disputes\/dp_/);

  await expect(page.getByText("The cardholder did not make this payment")).toBeVisible();
  await expect(page.getByText("What wins it:")).toBeVisible();
  await expect(page.getByText(/Respond by .* · 13 days left/)).toBeVisible();
  await expect(page.getByText("Visa: other fraud, card absent").first()).toBeVisible();
  await expect(
    page.getByText("Shifted to the issuer").filter({ visible: true }).first(),
  ).toBeVisible();
  await expect(page.getByText("The payer was authenticated")).toBeVisible();
  await expectSound(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(
    page.getByText("Shifted to the issuer").filter({ visible: true }).first(),
  ).toBeVisible();
  await expectSound(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  // Typed text survives a reload; a saved draft survives the browser.
  const messages = page.getByLabel("Messages with the customer");
  await messages.fill("They thanked us for the parcel on 3 April.");
  await page.reload();
  await expect(messages).toHaveValue("They thanked us for the parcel on 3 April.");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("Saved as a draft.")).toBeVisible();
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await expect(messages).toHaveValue("They thanked us for the parcel on 3 April.");
  await expect(page.getByText("Evidence saved as draft")).toBeVisible();

  // A file is added whatever its name, checked by its content, and can be removed.
  const upload = page.getByLabel("Add files");
  const picked = (name: string, buffer: Buffer) => ({ name, mimeType: "application/pdf", buffer });
  await upload.setInputFiles(picked("page.pdf", Buffer.from("<html></html>")));
  await expect(page.getByText("Send a PDF, PNG or JPEG file.")).toBeVisible();
  await upload.setInputFiles([
    picked("wrong.pdf", pdfFile("wrong")),
    picked("empty.pdf", Buffer.from("")),
    picked("delivery-note.pdf", pdfFile()),
  ]);
  await expect(page.getByRole("link", { name: "delivery-note.pdf" })).toBeVisible();
  await expect(page.getByText(/^empty\.pdf: /)).toBeVisible();
  await page.getByRole("button", { name: "Remove wrong.pdf" }).click();
  await expect(page.getByRole("link", { name: "wrong.pdf" })).toHaveCount(0);
  // A button that is half under the frame's bar is smaller than a target may be.
  await page.evaluate(() => scrollTo(0, 0));
  await expectSound(page);

  await page.getByRole("button", { name: "Submit evidence" }).click();
  const dialog = page.getByRole("dialog", { name: "Submit evidence about 129.00 EUR?" });
  await expect(
    dialog.getByText("It contains: Messages with the customer, delivery-note.pdf."),
  ).toBeVisible();
  await expect(dialog.getByText(/Empty, although useful for this claim/)).toBeVisible();
  await expectSound(page);
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("The payer's bank is reviewing your evidence").first()).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "delivery-note.pdf" }).click();
  expect((await download).suggestedFilename()).toBe("delivery-note.pdf");
  await expect(page.getByRole("button", { name: "Remove delivery-note.pdf" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Accept dispute", exact: true })).toHaveCount(0);
  // A tab that is half under the frame's bar is smaller than a target may be.
  await page.evaluate(() => scrollTo(0, 0));
  await expectSound(page);

  await advance(page, merchant, 25 * HOUR_S);
  await page.reload();
  await expect(page.getByText("129.00 EUR stays with the payer")).toBeVisible();
  await expect(page.getByText("They thanked us for the parcel on 3 April.")).toBeVisible();
  const timeline = page.getByRole("list", { name: "What happened, newest first" });
  await expect(timeline.getByText("Dispute lost")).toBeVisible();
  await expect(timeline.getByText("Evidence submitted to the payer's bank")).toBeVisible();
  await expect(timeline.getByText("dispute.lost")).toBeVisible();
  await expect(timeline.getByText(/returned to the payer's bank/)).toBeVisible();

  await timeline.getByRole("link", { name: "Payment" }).click();
  await page.waitForURL(new RegExp(`/test/payments/${payment}`));
  await expect(page.getByText("Dispute lost").first()).toBeVisible();
  await expectSound(page);
  await page.getByRole("link", { name: "View dispute" }).click();
  await page.waitForURL(/\/test\/disputes\/dp_/);
});

test("a dispute is accepted on a phone, after the cost is shown", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  const merchant = await newAccount();
  await startSession(page, merchant);
  await disputedPayment(page, merchant, 4_750);
  await page.goto("/test/disputes?due=in7d");
  await expect(page.getByText(/No disputes/).filter({ visible: true })).toBeVisible();
  await page.goto("/test/disputes?reason=fraudulent");
  await expectSound(page);
  await page.getByRole("link", { name: /47\.50 EUR/ }).click({ force: true });
  await page.waitForURL(/\/test\/disputes\/dp_/);
  await expectSound(page);
  await page.getByRole("button", { name: "Accept dispute" }).click();
  const dialog = page.getByRole("dialog", { name: "Accept the dispute of 47.50 EUR?" });
  await expect(dialog.getByText(/The payer keeps 47\.50 EUR/)).toBeVisible();
  await expect(dialog.getByText(/fee of 15\.00 EUR/)).toBeVisible();
  await expectSound(page);
  await dialog.getByRole("button", { name: "Accept dispute" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Dispute lost without evidence")).toBeVisible();
  await expectSound(page);
});

/** Opens the screen of a new dispute, and returns its path. */
async function openDisputeOf(page: Page, merchant: TestAccount) {
  await disputedPayment(page, merchant, 12_900);
  const { disputes } = await askInternal(page, "GET", "/test/disputes");
  const path = `/test/disputes/${disputes[0].id}` as const;
  await page.goto(path);
  return path;
}

test("evidence waits for its files, and a colleague's text is seen before it is replaced", async ({
  page,
}) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  const path = await openDisputeOf(page, merchant);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/files", async (route) => {
    await released;
    await route.continue();
  });
  const submit = page.getByRole("button", { name: "Submit evidence" });
  await page
    .getByLabel("Add files")
    .setInputFiles({ name: "note.pdf", mimeType: "application/pdf", buffer: pdfFile() });
  await expect(submit).toBeDisabled();
  release();
  await expect(page.getByRole("link", { name: "note.pdf" })).toBeVisible();
  await expect(submit).toBeEnabled();

  const label = "Messages with the customer";
  const messages = page.getByLabel(label, { exact: true });
  await messages.fill("Mine");
  await askInternal(page, "POST", `${path}/evidence`, {
    evidence: { customer_communication: "Theirs" },
    submit: false,
    attempt: randomUUID(),
  });
  const save = page.getByRole("button", { name: "Save draft" });
  await save.click();
  await expect(page.getByText("since you began: Theirs")).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: `Keep mine for ${label}` }).click();
  await save.click();
  await expect(page.getByText("Saved as a draft.")).toBeVisible();
  const { evidence } = await askInternal(page, "GET", path);
  expect(evidence).toEqual({ customer_communication: "Mine" });
});

test("a file whose reply is lost is added to the evidence once", async ({ page }) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  const path = await openDisputeOf(page, merchant);
  await page.route(
    "**/files",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  const files = ["delivery.pdf", "order.pdf"].map((name) => ({
    name,
    mimeType: "application/pdf",
    buffer: pdfFile(name),
  }));
  const upload = page.getByLabel("Add files");
  await upload.setInputFiles(files);
  await expect(page.getByText("could not be reached").first()).toBeVisible();
  await upload.setInputFiles(files.slice(0, 1));
  await expect(page.getByText("delivery.pdf was added")).toBeVisible();
  const { files: stored } = await askInternal(page, "GET", path);
  expect(stored.map(({ name }: { name: string }) => name).sort()).toEqual(
    files.map(({ name }) => name),
  );
});
