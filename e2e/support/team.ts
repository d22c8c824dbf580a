import type { Browser } from "@playwright/test";
import { expect, type Page } from "./test.ts";

/** The password of every colleague. */
export const PASSWORD = "quite a long password";

/** Sends an invitation from the Team screen, with the default role or another. */
export async function invite(page: Page, email: string, role?: RegExp): Promise<void> {
  await page.goto("/test/settings/team");
  await page.getByRole("button", { name: "Invite colleague" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite a colleague" });
  await dialog.getByLabel("E-mail").fill(email);
  if (role) await dialog.getByRole("radio", { name: role }).click();
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByRole("row", { name: new RegExp(email) })).toBeVisible();
}

/** The links that were sent, newest first. Without a mail server the notifications show them. */
export async function newestLink(page: Page): Promise<string> {
  await page.goto("/test/settings/notifications");
  await page
    .getByRole("link", { name: /invites you to join/ })
    .first()
    .click();
  const text = await page.getByRole("article", { name: "Text of the message" }).textContent();
  return /\/accept#\w+/.exec(text ?? "")?.[0] ?? "";
}

/** A colleague who has joined, in a browser of their own. */
export async function colleague(
  page: Page,
  browser: Browser,
  email: string,
  role?: RegExp,
): Promise<Page> {
  await invite(page, email, role);
  const link = await newestLink(page);
  const theirs = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
  await theirs.goto(link);
  await theirs.getByLabel("Your name").fill("Bo Berg");
  await theirs.getByLabel("Password").fill(PASSWORD);
  await theirs.getByRole("button", { name: /^Join/ }).click();
  await theirs.waitForURL(/\/test\/home/);
  return theirs;
}
