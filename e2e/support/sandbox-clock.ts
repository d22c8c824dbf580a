import { expect, type Page } from "@playwright/test";

/** Advances the sandbox clock with the control at the top of the page. */
export async function advance(page: Page, offer: string): Promise<void> {
  await page.getByRole("button", { name: "Sandbox clock" }).click();
  const clock = page.getByRole("dialog", { name: "Sandbox clock" });
  await clock.getByRole("button", { name: offer, exact: true }).click();
  await clock.getByRole("button", { name: `Advance ${offer}` }).click();
  const arrived = page.getByText(`The clock was advanced by ${offer}`).last();
  await expect(arrived).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(clock).toBeHidden();
}
