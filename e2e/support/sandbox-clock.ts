import { expect, type Page } from "@playwright/test";

/** Lets time pass by the control at the top of the page. */
export async function advance(page: Page, offer: string): Promise<void> {
  await page.getByRole("button", { name: "Sandbox clock" }).click();
  const clock = page.getByRole("dialog", { name: "Sandbox clock" });
  await clock.getByRole("button", { name: offer, exact: true }).click();
  await clock.getByRole("button", { name: `Advance ${offer}` }).click();
  await expect(page.getByText(`The sandbox is ${offer} further`).last()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(clock).toBeHidden();
}
