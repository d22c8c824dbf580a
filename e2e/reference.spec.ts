import { expectSound } from "./support/sound.ts";
import { expect, test } from "./support/test.ts";

const PAGES = ["/docs/api", "/docs/api/payments", "/docs/api/errors", "/docs/api/versions"];

for (const width of [360, 1280]) {
  test(`the API reference is accessible and fits ${width} px`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width, height: 800 } });
    const page = await context.newPage();
    for (const path of PAGES) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectSound(page);
    }
    await context.close();
  });
}

test("a reader finds a call, its errors, and a sample with this installation's URL", async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/docs/api");
  const contents = page.getByRole("navigation", { name: "Contents" });
  await contents.getByRole("link", { name: "Payments", exact: true }).click();
  await contents.getByRole("link", { name: "Create a payment" }).click();
  await expect(page).toHaveURL(/payments#create_payment$/);
  const request = page.getByRole("region", { name: "POST /v1/payments", exact: true });
  await expect(request).toContainText(`curl ${baseURL}/v1/payments`);
  await page.getByRole("button", { name: "Python" }).first().click();
  await expect(request).toContainText("requests.request");
  // The call that retries a payment lists it too.
  await page.getByRole("link", { name: "card_declined" }).first().click();
  await expect(page).toHaveURL(/errors#card_declined$/);
  await expect(
    page.getByText("The issuer declined the charge.").filter({ visible: true }),
  ).toBeVisible();
});
