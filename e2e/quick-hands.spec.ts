// Quick hands on a slow machine: nothing that a person types is lost, and nothing happens twice.

import { randomUUID } from "node:crypto";
import { DEMO } from "#lib/domain/accounts/index.ts";
import { newAccount, startSession } from "./support/account.ts";
import { make, pay } from "./support/api.ts";
import { askInternal } from "./support/internal.ts";
import { expect, type Page, test } from "./support/test.ts";

const CARD = {
  amount: 6_900,
  currency: "EUR",
  method: "card",
  payment_method: "pm_test_4242424242424242",
};

/** Holds requests back until the returned function is called. */
async function hold(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Loses the reply to the next such request, which arrives. */
const loseReply = (page: Page, url: string) =>
  page.route(
    url,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );

/** Makes the page busy after each of these events, so that the next key or click comes first. */
const keepBusyAfter = (page: Page, name: string) =>
  page.evaluate((event) => {
    addEventListener(event, () => {
      const endMs = performance.now() + 300;
      while (performance.now() < endMs);
    });
  }, name);

const expectSecret = (page: Page) =>
  expect(
    page
      .getByRole("dialog")
      .getByText(/^sk_test_/)
      .first(),
  ).toBeVisible();

test("keys that are pressed while a dialog opens are for the dialog", async ({ page }) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  const payment = await make(page, merchant, "/v1/payments", CARD);
  await page.goto(`/test/payments/${payment.id}`);
  const refund = page.getByRole("button", { name: "Refund", exact: true });
  await expect(refund).toBeVisible();
  const release = await hold(page, "**/_next/static/**/*.js");
  await refund.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("12.35");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("4");
  await page.keyboard.press("Enter");
  release();
  await expect(page.getByText("Refunded 12.34 EUR").first()).toBeVisible();

  // The code is there, and the focus comes a frame after the dialog.
  await refund.focus();
  await keepBusyAfter(page, "click");
  await Promise.all(["Enter", "7", "Tab"].map((key) => page.keyboard.press(key)));
  const dialog = page.getByRole("dialog", { name: /^Refund / });
  await expect(dialog.getByLabel("Amount")).toHaveValue("7");
  await expect(dialog.getByRole("combobox", { name: "Reason" })).toBeFocused();
  // A press beside the dialog does not throw away what was typed.
  await page.mouse.click(20, 450);
  await expect(dialog.getByLabel("Amount")).toHaveValue("7");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("keys that are pressed while a menu or a list opens are for its items", async ({ page }) => {
  await startSession(page, DEMO);
  await page.goto("/test/home");
  const person = page.getByRole("button", { name: /Signed in as/ });
  const compare = page.getByRole("combobox", { name: "Compare with" });
  await expect(compare).toBeVisible();
  const release = await hold(page, "**/_next/static/**/*.js");
  await person.focus();
  for (const key of ["Enter", "ArrowDown"]) await page.keyboard.press(key);
  release();
  const items = page.getByRole("menuitem");
  await expect(items.nth(1)).toBeFocused();
  await page.keyboard.press("Escape");

  // The code is there, and the focus comes a frame after the menu or list.
  await keepBusyAfter(page, "click");
  await person.focus();
  await Promise.all(["Enter", "End", "ArrowUp"].map((key) => page.keyboard.press(key)));
  await expect(items.nth(-2)).toBeFocused();
  await page.keyboard.press("Escape");
  await compare.focus();
  await Promise.all(["Enter", "End"].map((key) => page.keyboard.press(key)));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/compare=none/);
});

test("a form that is sent by two quick presses is sent once", async ({ page }) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  await pay(page, merchant);
  await page.goto("/test/payments?status=succeeded");
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && !request.url().endsWith("/seen")) {
      sent.push(new URL(request.url()).pathname);
    }
  });
  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Paid");
  await keepBusyAfter(page, "submit");
  await Promise.all(["Enter", "Enter", "Enter"].map((key) => page.keyboard.press(key)));
  await expect(page.getByRole("link", { name: /^Paid/ })).toBeVisible();

  await page.goto("/test/keys");
  await page.getByRole("button", { name: "Create key" }).first().click();
  await page.getByRole("dialog").getByLabel("Name").fill("Till 4");
  await keepBusyAfter(page, "submit");
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).dblclick();
  await expectSecret(page);
  expect(sent).toEqual(["/internal/test/list-views", "/internal/test/keys"]);
});

test("an action whose answer is lost happens once, and one that was undone can be done again", async ({
  page,
}) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  await page.goto("/test/plans");
  await loseReply(page, "**/internal/test/plans");
  await page.getByRole("button", { name: "Create plan" }).first().click();
  const create = page.getByRole("dialog");
  await create.getByLabel("Name").fill("Weekly box");
  await create.getByLabel("Price per unit").fill("12.50");
  await create.getByRole("button", { name: "Create plan" }).click();
  await expect(create.getByText("The service could not be reached")).toBeVisible();
  await create.getByRole("button", { name: "Create plan" }).click();
  await expect(page.getByText("Weekly box was created")).toBeVisible();
  const { plans } = await askInternal(page, "GET", "/test/plans");
  expect(plans).toHaveLength(1);

  const customer = await make(page, merchant, "/v1/customers", { name: "Ada Lindqvist" });
  const subscription = await make(page, merchant, "/v1/subscriptions", {
    customer: customer.id,
    plan: plans[0].id,
    payment_method: CARD.payment_method,
  });
  await page.goto(`/test/subscriptions/${subscription.id}`);
  const endWithPeriod = async () => {
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel at period end" }).click();
    await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
  };
  await endWithPeriod();
  await page.getByRole("button", { name: "Resume" }).click();
  await endWithPeriod();
});

test("a key whose reply is lost is created once, and its secret is shown when it is sent again", async ({
  page,
}) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  await page.goto("/test/keys");
  await loseReply(page, "**/internal/test/keys");
  await page.getByRole("button", { name: "Create key" }).first().click();
  const create = page.getByRole("dialog", { name: "Create a test key" });
  await create.getByLabel("Name").fill("Till 9");
  await create.getByRole("combobox", { name: "Expires" }).click();
  await page.getByRole("option", { name: "In 7 days" }).click();
  await create.getByRole("button", { name: "Create key" }).click();
  await expect(create.getByText("The service could not be reached")).toBeVisible();
  await create.getByRole("button", { name: "Create key" }).click();
  await expectSecret(page);
  const { keys } = await askInternal(page, "GET", "/test/keys");
  expect(keys.filter(({ name }: { name: string }) => name === "Till 9")).toHaveLength(1);
});

test("a note keeps what is typed while another is saved, and when the page is left", async ({
  page,
}) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  const payment = await make(page, merchant, "/v1/payments", CARD);
  await page.goto(`/test/payments/${payment.id}`);
  const box = page.getByRole("combobox", { name: "New note on this payment" });
  const release = await hold(page, "**/notes");
  await box.fill("The payer called.");
  await page.keyboard.press("Control+Enter");
  await box.fill("They want a call back");
  release();
  await expect(page.getByRole("listitem").filter({ hasText: "The payer called." })).toBeVisible();
  await expect(box).toHaveValue("They want a call back");
  await page.reload();
  await expect(box).toHaveValue("They want a call back");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "call back" })).toBeVisible();
  await expect(box).toHaveValue("");
});

test("a form changes what the person changed, not what a colleague changed meanwhile", async ({
  page,
}) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  const metadata = { box: "7", tin: "2" };
  const payment = await make(page, merchant, "/v1/payments", { ...CARD, metadata });
  await page.goto(`/test/payments/${payment.id}`);
  await page.getByRole("button", { name: "Edit description and metadata" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Value 1").fill("8");
  await askInternal(page, "POST", `/test/payments/${payment.id}/details`, {
    description: "Gift",
    metadata: { invoice: "R-1" },
    attempt: randomUUID(),
  });
  // The page behind the dialog has read the payment again.
  await expect(page.getByText("R-1").first()).toBeAttached();
  await dialog.getByRole("button", { name: "Remove tin" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The payment's details were saved")).toBeVisible();
  const after = await askInternal(page, "GET", `/test/payments/${payment.id}`);
  expect([after.description, after.metadata]).toEqual(["Gift", { box: "8", invoice: "R-1" }]);

  await page.goto("/test/settings/account");
  await page.getByLabel("Name").fill("Corner Shop North");
  await askInternal(page, "POST", "/account", { timezone: "Europe/Lisbon" });
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Account saved")).toBeVisible();
  const { name, timezone } = await askInternal(page, "GET", "/account");
  expect([name, timezone]).toEqual(["Corner Shop North", "Europe/Lisbon"]);
});

test("a toast leaves the buttons of a dialog free, and the open tab counts as the list does", async ({
  page,
}) => {
  await startSession(page, await newAccount());
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto("/test/settings/alerts");
  const open = page.getByRole("button", { name: "Create rule" });
  const submit = page.getByRole("dialog").getByRole("button", { name: "Create rule" });
  const toast = page.getByRole("dialog", { name: "Rule created" });
  await open.click();
  await submit.click();
  await expect(page.getByText("Rule created")).toBeVisible();
  await page.getByText("Rule created").hover();
  await open.press("Enter");
  await expect(submit).toBeVisible();
  await expect(page.getByText("Rule created")).toBeVisible();
  const [shown, button] = [await toast.boundingBox(), await submit.boundingBox()];
  expect(shown!.x + shown!.width).toBeLessThan(button!.x);

  await startSession(page, DEMO);
  await page.goto("/test/payments");
  const total = page.getByRole("heading", { level: 1 }).getByText(/^\d,\d{3}$/);
  await expect(total).toBeVisible();
  const tab = page.getByRole("navigation", { name: "Views" }).locator("[aria-current=page]");
  await expect(tab).toHaveText(`All${await total.textContent()}`);
});

test("a time of day outlives the date beside it, and fields stay open while their text is replaced", async ({
  page,
}) => {
  await startSession(page, DEMO);
  await page.goto("/test/webhooks/replays/new?made=2026-11-20T14:05..2026-11-21T09:30");
  const [day, time] = [page.getByLabel("From", { exact: true }), page.getByLabel("From: time")];
  await expect(time).toHaveValue("14:05");
  await day.fill("2026-11-19");
  await day.fill("2026-11-1");
  await expect(time).toHaveValue("14:05");
  await day.fill("2026-11-18");
  await day.blur();
  await expect(time).toHaveValue("14:05");
  await day.fill("");
  await day.blur();
  await expect(time).toHaveValue("");

  await page.goto("/test/shell");
  await page.getByText("Query parameters").click();
  const [field] = await page.locator("details").getByRole("textbox").all();
  await field?.fill("20");
  await field?.fill("");
  await expect(page.locator("details").getByRole("textbox").first()).toBeFocused();
});
