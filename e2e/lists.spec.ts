import { readFile } from "node:fs/promises";
import { DEMO } from "#lib/domain/accounts/index.ts";
import { startReceiver } from "#test/receiver.ts";
import { newAccount, startSession } from "./support/account.ts";
import { make, pay } from "./support/api.ts";
import { expectSound } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

const INSUFFICIENT = "pm_test_4000000000009995";

async function download(page: Page): Promise<{ name: string; lines: string[] }> {
  const begun = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download", exact: true }).press("Enter");
  const file = await begun;
  const text = await readFile((await file.path()) ?? "", "utf8");
  return { name: file.suggestedFilename(), lines: text.trimEnd().split("\r\n") };
}

test("payments are filtered by who is liable for fraud", async ({ page }) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  await pay(page, merchant, { amount: 1_100 });
  await pay(page, merchant, { amount: 2_200, exemption: "low_value" });
  await page.goto("/test/payments");
  const choose = async (liable: string, amount: string) => {
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("option", { name: "Liable for fraud" }).click();
    const editor = page.getByRole("dialog", { name: "Liable for fraud" });
    await editor.getByRole("button", { name: liable }).click();
    await expect(page.getByRole("heading", { name: "Payments 1" })).toBeVisible();
    await expect(page.getByRole("row", { name: amount })).toBeVisible();
  };
  await choose("issuer", "11.00 EUR");
  await expect(page).toHaveURL(/liability=issuer/);
  await expectSound(page);
  await page.getByRole("button", { name: /^Remove filter/ }).click();
  await expect(page.getByRole("heading", { name: "Payments 2" })).toBeVisible();
  await choose("merchant", "22.00 EUR");
  await expect(page).toHaveURL(/liability=merchant/);
  // A filter that is always on the page is found by its name too.
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("combobox", { name: "Find a filter" }).fill("created");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "last 7 days" }).click();
  await expect(page).toHaveURL(/created=7d/);
});

test("a list is filtered, its columns chosen by keyboard, and all rows exported", async ({
  page,
}) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  for (let n = 1; n <= 3; n++) {
    await pay(page, merchant, { payment_method: INSUFFICIENT, description: `=Order ${n}` });
  }
  await pay(page, merchant);
  await page.goto("/test/payments?status=failed");
  await expect(page.getByRole("heading", { name: "Payments 3" })).toBeVisible();

  await page.getByRole("button", { name: "Choose columns" }).press("Enter");
  await expectSound(page);
  await expect(page.getByRole("checkbox", { name: "Amount" })).toBeDisabled();
  await page.getByRole("checkbox", { name: "Paid with" }).press("Space");
  await page.getByRole("checkbox", { name: "Customer" }).press("Space");
  await expect(page.getByRole("columnheader", { name: "Paid with" })).toHaveCount(0);
  // The second column is chosen before the first is rendered.
  const both = page.getByRole("checkbox", { name: /^(Paid with|Customer)$/ });
  const header = page.getByRole("columnheader", { name: /^(Paid with|Customer)$/ });
  for (const shown of [2, 0]) {
    await both.evaluateAll((boxes) => {
      for (const box of boxes) (box as HTMLElement).click();
    });
    await expect(header).toHaveCount(shown);
  }
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Choose columns" })).toBeFocused();
  await expect(page).toHaveURL(/columns=amount,status,description,id,created/);

  // An optional column is read, moved before the status and widened by keyboard.
  await page.getByRole("button", { name: "Choose columns" }).press("Enter");
  await page.getByRole("checkbox", { name: "Card network" }).press("Space");
  const handle = page.getByRole("button", { name: "Move or resize Card network" });
  const network = page.getByRole("columnheader", { name: "Card network" });
  const before = (await network.boundingBox())?.width ?? 0;
  for (let n = 0; n < 4; n++) await handle.press("ArrowUp");
  await expect(handle).toBeFocused();
  await expect(page).toHaveURL(/columns=amount,network,status,description,id,created/);
  for (let n = 0; n < 3; n++) await handle.press("ArrowRight");
  await expect.poll(async () => (await network.boundingBox())?.width ?? 0).toBeGreaterThan(before);
  await page.getByRole("button", { name: "Compact" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("cell", { name: "Visa", exact: true })).toHaveCount(3);
  await expectSound(page);

  // Columns are kept for the person: another browser shows them without the URL. Row height is of the browser.
  const other = await page.context().browser()?.newContext();
  const elsewhere = await other?.newPage();
  if (!elsewhere) throw new Error("no second browser");
  await startSession(elsewhere, merchant);
  await elsewhere.goto("/test/payments?sort=amount");
  await expect(elsewhere.getByRole("columnheader", { name: "Card network" })).toBeVisible();
  await expect(elsewhere.locator("[data-rows]").first()).toHaveAttribute(
    "data-rows",
    "comfortable",
  );
  const amount = elsewhere.getByRole("columnheader", { name: "Amount" });
  await expect(amount).toHaveAttribute("aria-sort", "ascending");
  await amount.getByRole("button").click();
  await expect(amount).not.toHaveAttribute("aria-sort");
  await amount.getByRole("button").click();
  await expect(elsewhere).toHaveURL(/sort=-amount/);
  await expect(elsewhere.getByText(/51\.60.*\(4\), captured/)).toBeVisible();
  await other?.close();
  await page.getByRole("button", { name: "Choose columns" }).press("Enter");
  await page.getByRole("button", { name: "Comfortable" }).click();
  await page.getByRole("checkbox", { name: "Card network" }).press("Space");
  await page.keyboard.press("Escape");

  // A colleague who opens the URL sees the same.
  await page.reload();
  await expect(page.getByRole("columnheader", { name: "Status" })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Customer" })).toHaveCount(0);

  await page.getByRole("button", { name: "Download CSV" }).press("Enter");
  await expect(page.getByText("All 3 payments that match the filters")).toBeVisible();
  await expectSound(page);
  const shown = await download(page);
  expect(shown.name).toMatch(/^payments_test_\d{4}-\d\d-\d\d\.csv$/);
  expect(shown.lines[0]).toBe(
    "amount,currency,amount_refunded,status,decline_code,disputed,description,id,created_at",
  );
  expect(shown.lines).toHaveLength(4);
  expect(shown.lines[1]).toContain("12.90,EUR,0.00,failed,insufficient_funds,false,'=Order 3,pay_");

  await page.getByRole("button", { name: "Download CSV" }).click();
  await page.getByRole("radio", { name: "All columns" }).click();
  expect((await download(page)).lines[0]).toContain("customer_email");

  await page.goto("/test/settings/audit-log?about=list");
  await expect(page.getByText("List exported").filter({ visible: true })).toHaveCount(2);
});

test("no column loses its width to those that a person adds", async ({ page }) => {
  await startSession(page, DEMO);
  const chosen = "amount,status,method,customer,description,id,created,email,net,fees,issuer";
  await page.goto(`/test/payments?columns=${chosen}`);
  await expect(page.getByRole("columnheader", { name: "Issuer" })).toBeAttached();
  for (const width of [768, 1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const heads = page.getByRole("columnheader").filter({ hasText: /./, visible: true });
    const widths = () =>
      heads.evaluateAll((all) => all.map((head) => head.getBoundingClientRect().width));
    await expect
      .poll(async () => Math.min(...(await widths())), `at ${width}`)
      .toBeGreaterThan(100);
  }
});

test("the lists of endpoints, replays and downloads can be exported too", async ({ page }) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  const receiver = await startReceiver();
  try {
    const endpoint = await make(page, merchant, "/v1/webhook_endpoints", {
      url: `${receiver.url}/hooks`,
      events: ["payment.*"],
    });
    const replay = await make(page, merchant, "/v1/replays", {
      from: new Date(Date.now() - 3_600_000).toISOString(),
    });
    const headers = {
      accept: "text/csv",
      authorization: `Bearer ${merchant.test.secret_key}`,
    };
    const report = await page.request.get("/v1/reports?type=declines", { headers });
    expect(report.status()).toBe(200);
    for (const [path, id] of [
      ["webhooks/endpoints", endpoint.id],
      ["webhooks/replays", replay.id],
      ["reports/downloads", "declines"],
    ]) {
      await page.goto(`/test/${path}`);
      await page.getByRole("button", { name: "Download CSV" }).click();
      const { name, lines } = await download(page);
      expect(name).toMatch(new RegExp(`^${path.split("/")[1]}_test_`));
      expect(lines).toHaveLength(2);
      expect(lines[1]).toContain(id);
    }
  } finally {
    await receiver.stop();
  }
});

test("a filter is typed, saved as a view, changed, deleted and brought back, by keyboard; ⌘K opens it from elsewhere", async ({
  page,
}) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  await pay(page, merchant, { payment_method: INSUFFICIENT, amount: 15_000 });
  await pay(page, merchant, { payment_method: INSUFFICIENT, amount: 5_000 });
  await pay(page, merchant);
  await page.goto("/test/payments");
  const heading = (count: number) =>
    page.getByRole("heading", { name: `Payments ${count}`, exact: true });
  const tabs = page.getByRole("navigation", { name: "Views" });
  await expect(tabs.getByRole("link", { name: "Failed 2", exact: true })).toBeVisible();
  await expectSound(page);

  const box = page.getByRole("combobox", { name: "Search payments" });
  await expect(box).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("staus:failed");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "no filter staus" })).toBeVisible();
  await box.fill("");
  await page.keyboard.type("status:fai");
  await expect(page.getByRole("option", { name: /status:failed/ })).toBeVisible();
  await expectSound(page);
  await page.keyboard.press("Enter");
  await page.keyboard.type("amount>100 last7d");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/status=failed&created=7d&amount=EUR:100\.01\.\./);
  await expect(heading(1)).toBeVisible();
  await expect(box).toHaveValue("status:failed last7d amount>100EUR");

  await page.getByRole("button", { name: "Save view" }).press("Enter");
  await page.getByRole("textbox", { name: "Name" }).fill("Large declines");
  await expectSound(page);
  await page.keyboard.press("Enter");
  const view = tabs.getByRole("link", { name: "Large declines 1", exact: true });
  await expect(view).toHaveAttribute("aria-current", "page");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("payments status:failed");
  await page.keyboard.press("Enter");
  await expect(heading(2)).toBeVisible();
  await view.press("Enter");
  await expect(heading(1)).toBeVisible();

  await page.getByRole("button", { name: "Change Large declines" }).press("Enter");
  await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
  await expect(view).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(view).toBeVisible();
  await page.goto("/test/payments?status=canceled&created=7d");
  await expect(page.getByRole("button", { name: "Show 2 with status Failed" })).toBeVisible();
});
