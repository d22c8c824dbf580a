import { DEMO } from "#lib/domain/accounts/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { newAccount, startSession } from "./support/account.ts";
import { pay, withKey } from "./support/api.ts";
import { askInternal } from "./support/internal.ts";
import { expectSound } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

const sidebar = (page: Page) => page.getByRole("navigation", { name: "Places" });
const favourites = (page: Page) => sidebar(page).getByRole("list").first().getByRole("listitem");

/** Screens with parts further down, and the reads of these. */
const PARTS = [
  ["Versions", "/test/versions", /\/versions\/(shadow|compare)/],
  ["Endpoints", "/test/webhooks/endpoints", /\/deliveries\/reconciliation/],
  ["Interchange++", "/test/reports/interchange", /\/interchange\/most-expensive/],
] as const;

/** Longer than any read of `PARTS` takes. */
const SLOW_SCRIPTS_MS = 1_500;

test("parts further down come with the page and with the prefetch of a link, not after the screen", async ({
  page,
}) => {
  await startSession(page, DEMO);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  for (const [name, path, read] of PARTS) {
    const isShown = () => expect(page.locator("main .animate-pulse")).toHaveCount(0);
    await page.goto(path);
    await isShown();
    await page.goto("/test/home");
    await expect(page.getByRole("heading", { name: "Home", exact: true })).toBeVisible();
    await sidebar(page).locator(`a[href="${path}"]`).first().click();
    await page.waitForURL(`**${path}`);
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Home");
    await isShown();
    expect(
      asked.filter((one) => read.test(one)),
      name,
    ).toEqual([]);
  }
});

test("parts further down may be answered before the browser has the page's scripts", async ({
  page,
}) => {
  await startSession(page, DEMO);
  await page.route("**/_next/static/**/*.js", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, SLOW_SCRIPTS_MS));
    await route.continue();
  });
  for (const [name, path] of PARTS) {
    await page.goto(path);
    // A difference to the server's HTML would be an error of a script, which fails every journey.
    await expect(page.locator("main .animate-pulse"), name).toHaveCount(0);
  }
});

test("a new owner takes the tour, runs the sample payment and invites a colleague by a link", async ({
  page,
  browser,
}) => {
  const merchant = await newAccount("Harbour Lights");
  await startSession(page, merchant);
  // As sign-up does (`sign-up.test.ts`).
  await askInternal(page, "POST", "/tour", { step: "pay" });
  await page.goto("/test/quick-start");
  const tour = page.getByRole("region", { name: "Tour" });
  await expect(tour.getByRole("heading", { name: "Make a first payment" })).toBeVisible();
  await expectSound(page);
  const saved = page.waitForResponse((answer) => answer.url().endsWith("/internal/tour"));
  await tour.getByRole("button", { name: "Next" }).click();
  await expect(tour.getByRole("heading", { name: "Follow a payment" })).toBeFocused();
  await saved;
  await page.reload();
  await expect(tour.getByText("2 of 3"), "the server remembers the step").toBeVisible();
  await tour.getByRole("button", { name: "Skip the tour" }).click();
  await expect(tour).toBeHidden();

  await expect(page.getByText(/Bearer \$PAYDESK_SECRET_KEY/).first()).toBeVisible();
  await expect(page.getByText("npx paydesk listen").first()).toBeVisible();
  await page.getByRole("button", { name: "Run it here" }).click();
  await expect(page.getByText("201", { exact: false }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "View your first payment" })).toBeVisible();
  await expectSound(page);

  const email = `${newId("usr")}@journey.example`;
  await page.goto("/test/settings/team");
  await page.getByRole("button", { name: "Invite colleague" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite a colleague" });
  await dialog.getByLabel("E-mail").fill(email);
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  const link = page.getByRole("region", { name: `Invite link for ${email}` });
  await expect(link.getByRole("button", { name: "Copy invite link" })).toBeVisible();
  const first = (await link.locator("[data-secret]").textContent()) ?? "";
  await expectSound(page);
  await page.getByRole("button", { name: `Change the invitation of ${email}` }).click();
  await page.getByRole("menuitem", { name: "New invite link" }).click();
  await expect(link.locator("[data-secret]")).not.toHaveText(first);
  const second = (await link.locator("[data-secret]").textContent()) ?? "";
  await link.getByRole("button", { name: "Done" }).click();
  await expect(link).toBeHidden();
  expect(await page.content(), "the link is nowhere afterwards").not.toContain(second);
  const theirs = await (await browser.newContext()).newPage();
  await theirs.goto(new URL(first).pathname + new URL(first).hash);
  await expect(theirs.getByRole("heading", { name: "This link is no longer valid" })).toBeVisible();
  await theirs.goto("about:blank");
  await theirs.goto(new URL(second).pathname + new URL(second).hash);
  await expect(theirs.getByRole("heading", { name: "Join Harbour Lights" })).toBeVisible();
  await theirs.context().close();
});

test("favourites are kept, ordered and removed by keyboard, and come first in the search", async ({
  page,
}) => {
  await startSession(page, await newAccount());
  for (const path of ["disputes", "reports/declines"]) {
    await page.goto(`/test/${path}`);
    const kept = page.waitForResponse("**/internal/favourites");
    await page.getByRole("button", { name: "Add to favourites" }).press("Enter");
    await kept;
  }
  await expect(favourites(page)).toHaveText(["Disputes", "Declines"]);
  await expectSound(page);
  await sidebar(page).getByRole("button", { name: "Edit favourites" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Edit favourites" });
  await dialog.getByRole("button", { name: "Move Declines up" }).press("Enter");
  await expect(dialog.getByRole("button", { name: "Move Declines down" })).toBeFocused();
  await expectSound(page);
  await dialog.getByRole("button", { name: "Done" }).press("Enter");
  await expect(favourites(page)).toHaveText(["Declines", "Disputes"]);
  await page.reload();
  await expect(favourites(page), "kept on the server").toHaveText(["Declines", "Disputes"]);
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("option").first()).toHaveText(/Declines\s*Favourite/);
  await page.keyboard.press("Escape");
  await page.goto("/test/disputes");
  await page.getByRole("button", { name: "Remove from favourites" }).press("Enter");
  await expect(favourites(page)).toHaveText(["Declines"]);
});

test("favourites that cannot be saved are shown as they were", async ({ page }) => {
  await startSession(page, await newAccount());
  await page.goto("/test/disputes");
  const pressed = Promise.withResolvers<void>();
  await page.route("**/internal/favourites", async (route) => {
    await pressed.promise;
    await route.abort();
  });
  for (const name of ["Add to favourites", "Remove from favourites", "Add to favourites"]) {
    await page.getByRole("button", { name }).press("Enter");
  }
  pressed.resolve();
  await expect(page.getByText("The favourites were not saved")).toHaveCount(3);
  await expect(page.getByRole("button", { name: "Add to favourites" })).toBeVisible();
  await page.unroute("**/internal/favourites");
  const kept = page.waitForResponse("**/internal/favourites");
  await page.getByRole("button", { name: "Add to favourites" }).press("Enter");
  expect((await kept).request().postDataJSON().favourites).toHaveLength(1);
});

test("an error leads to the page of its code, and a decline to the page of its code", async ({
  page,
}) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  const email = `${newId("usr")}@journey.example`;
  const { id } = await askInternal(page, "POST", "/team/invitations", { email, role: "support" });
  await page.goto("/test/settings/team");
  await page.getByRole("button", { name: `Change the invitation of ${email}` }).click();
  const offered = page.getByRole("menuitem", { name: "New invite link" });
  await expect(offered).toBeVisible();
  await askInternal(page, "POST", `/team/invitations/${id}/revoke`);
  await offered.click();
  await expect(page.getByText(`No such invitation: ${id}`)).toBeVisible();
  await expectSound(page);
  await page.getByRole("link", { name: "About this error" }).click();
  await expect(page).toHaveURL(/\/docs\/api\/errors#resource_missing$/);
  await expect(page.locator("#resource_missing")).toBeInViewport();

  const declined = await pay(page, withKey(merchant.test.secret_key), {
    payment_method: "pm_test_4000000000009995",
  });
  const { error } = (await declined.json()) as { error: { payment: { id: string } } };
  await page.goto(`/test/payments/${error.payment.id}`);
  await page.getByRole("link", { name: "About insufficient_funds" }).click();
  await expect(page).toHaveURL(/\/docs\/declines#insufficient_funds$/);
  await expect(page.locator("#insufficient_funds")).toBeInViewport();
  await expectSound(page);
});
