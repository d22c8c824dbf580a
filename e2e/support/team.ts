import type { Browser } from "@playwright/test";
import { newId } from "#lib/kernel/ids.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";
import { askInternal } from "./internal.ts";
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

/** Invites a colleague, accepts with the link of the newest message, and returns an empty page of a browser where the
 *  colleague is signed in. Without forms, which have a journey of their own (`team.spec.ts`). */
export async function colleague(
  page: Page,
  browser: Browser,
  role: Role = "support",
): Promise<Page> {
  const email = `${newId("usr")}@journey.example`;
  await askInternal(page, "POST", "/team/invitations", { email, role });
  const { notifications } = await askInternal(page, "GET", "/notifications");
  const sent = notifications.find((one: { recipient: string }) => one.recipient === email);
  const { text } = await askInternal(page, "GET", `/notifications/${sent.id}`);
  const token = /\/accept#(\w+)/.exec(text)?.[1];
  const theirs = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
  await askInternal(theirs, "POST", "/invitation/accept", {
    ...{ token, name: "Bo Berg", password: PASSWORD },
  });
  return theirs;
}
