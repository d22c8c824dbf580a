import { expectSound } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

const PAGES = ["/docs/design", "/docs/design/frame", "/sign-in"];

/** The page's faults: thrown errors and violations of its Content-Security-Policy. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  return complaints;
}

for (const theme of ["light", "dark"] as const) {
  for (const width of [360, 1280]) {
    test(`every component is accessible and fits, ${theme}, ${width} px`, async ({ browser }) => {
      const context = await browser.newContext({
        viewport: { width, height: 800 },
        colorScheme: theme,
        reducedMotion: "reduce",
      });
      const page = await context.newPage();
      const complaints = complaintsOf(page);
      for (const path of PAGES) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        if (path === "/docs/design")
          await expect(page.locator(".recharts-surface").first()).toBeVisible();
        await expectSound(page);
      }
      expect(complaints).toEqual([]);
      await context.close();
    });
  }
}

test("filters are in the URL, and Back undoes them", async ({ page }) => {
  await page.goto("/docs/design/frame");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("option", { name: "Status" }).click();
  await page.getByRole("checkbox", { name: "failed" }).click();
  await page.getByRole("button", { name: "Apply filter" }).click();
  await expect(page).toHaveURL(/\?status=failed$/);
  await expect(page.getByRole("button", { name: "Status is failed", exact: true })).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.goBack();
  await expect(page).toHaveURL(/frame$/);
  await expect(page.getByRole("row")).toHaveCount(9);
});

test("j and k move through a list, and Enter opens a row", async ({ page }) => {
  await page.goto("/docs/design/frame");
  const links = page.getByRole("row").getByRole("link");
  await expect(links.first()).toBeVisible();
  await page.keyboard.press("j");
  await expect(links.first()).toBeFocused();
  await page.keyboard.press("j");
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press("k");
  await expect(links.first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#pay_/);
});

test("a chosen theme is in the HTML of the next page", async ({ page }) => {
  await page.goto("/docs/design");
  await page.getByRole("button", { name: "Dark", exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const html = await (await page.request.get("/docs/design")).text();
  expect(html).toMatch(/<html[^>]*data-theme="dark"/);
});

test("only the button closes the dialog of a secret that is shown once", async ({ page }) => {
  await page.goto("/docs/design");
  await page.getByRole("button", { name: "Show a secret" }).click();
  const dialog = page.getByRole("dialog", { name: "Signing secret" });
  await expect(dialog).toContainText("whsec_");
  await page.keyboard.press("Escape");
  await page.mouse.click(4, 4);
  await expect(dialog).toBeVisible();
  await page.getByRole("button", { name: "I have stored it" }).click();
  await expect(dialog).toBeHidden();
  expect(await page.content()).not.toContain("whsec_3f9c");
});

test("a dangerous action in live mode requires typing the name", async ({ page }) => {
  await page.goto("/docs/design");
  await page.getByRole("button", { name: "Revoke a live key" }).click();
  const dialog = page.getByRole("dialog", { name: "Revoke backend-1?" });
  const revoke = dialog.getByRole("button", { name: "Revoke key" });
  await expect(revoke).toBeDisabled();
  await dialog.getByRole("textbox").fill("backend-2");
  await expect(revoke).toBeDisabled();
  await dialog.getByRole("textbox").fill("backend-1");
  await revoke.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Key backend-1 revoked").filter({ visible: true })).toBeVisible();
});

test("a form shows an error at its field, and is reset when it is opened again", async ({
  page,
}) => {
  await page.goto("/docs/design");
  const open = page.getByRole("button", { name: "Create a plan" });
  await open.click();
  const dialog = page.getByRole("dialog", { name: "Create a plan" });
  const price = dialog.getByLabel("Price of one unit");
  await price.fill("nothing");
  await price.press("Enter");
  await expect(price).toHaveAccessibleDescription("Enter an amount such as 19.00.");
  await expectSound(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  await open.press("Enter");
  await expect(price).toHaveValue("");
  await expect(price).toHaveAccessibleDescription("");
  await price.fill("19.00");
  await dialog.getByRole("button", { name: "Create plan" }).click();
  await expect(dialog).toBeHidden();
});

test("the collapsed sidebar, and the sidebar on a tablet, shows names on hover; the expanded one does not", async ({
  page,
}) => {
  await page.goto("/docs/design/frame");
  const payouts = page.getByRole("navigation", { name: "Places" }).getByRole("link", {
    name: "Payouts",
  });
  // Screen readers, and the expanded sidebar, get the name from the link; the tooltip comes last.
  const named = page.getByText("Payouts", { exact: true });
  await page.setViewportSize({ width: 768, height: 900 });
  await payouts.hover();
  await expect(named).toHaveCount(2);
  await expect(named.last()).toBeInViewport({ ratio: 1 });
  await expectSound(page);
  await page.mouse.move(400, 400);
  await expect(named).toHaveCount(1);

  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole("button", { name: "Collapse the sidebar" }).click();
  await payouts.focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await expect(named).toHaveCount(2);
  await page.getByRole("button", { name: "Expand the sidebar" }).click();
  await page.mouse.move(400, 400);
  await expect(named).toHaveCount(1);
  await payouts.hover();
  await page.getByRole("link", { name: "Batches" }).hover();
  await expect(named).toHaveCount(1);
});
