import type { CDPSession } from "@playwright/test";
import { newAccount, signIn, type TestAccount } from "./support/account.ts";
import { expectSound } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

/** Chromium's virtual authenticator, which always verifies the person. */
async function plugIn(page: Page): Promise<{ session: CDPSession; authenticatorId: string }> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { session, authenticatorId };
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto("/test/settings/security");
  await page.getByRole("button", { name: "Add passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await dialog.getByLabel("Name").fill(name);
  await expectSound(page);
  await dialog.getByRole("button", { name: "Add passkey" }).click();
  await expect(page.getByText(`You can now sign in with ${name}`)).toBeVisible();
  await expect(page.getByRole("row", { name: new RegExp(name) })).toBeVisible();
}

async function signOut(page: Page, { name }: { name: string }): Promise<void> {
  await page.getByRole("button", { name: `Signed in as ${name}` }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
}

const enter = (page: Page) => page.getByRole("button", { name: "Use a passkey" }).click();

test("a passkey is added, used, lost and replaced", async ({ page }) => {
  const name = "Tideline Prints";
  const merchant: TestAccount = await newAccount(name);
  const { session, authenticatorId } = await plugIn(page);
  await signIn(page, merchant);
  await addPasskey(page, "Blue laptop");
  await signOut(page, { name });

  await enter(page);
  await page.waitForURL(/\/test\/home/);
  await page.goto("/test/settings/audit-log");
  await expect(page.getByText("Passkey added").filter({ visible: true })).toBeVisible();
  await signOut(page, { name });

  await session.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
  await plugIn(page);
  await page.goto("/sign-in");
  await expectSound(page);
  await enter(page);
  await expect(page.getByText("The passkey sign-in was canceled")).toBeVisible();
  await signIn(page, merchant);
  await page.goto("/test/settings/security");
  await page.getByRole("button", { name: "Remove Blue laptop" }).click();
  await page.getByRole("button", { name: "Remove passkey" }).click();
  await expect(page.getByText("Blue laptop was removed")).toBeVisible();
  await addPasskey(page, "Green laptop");
  await expectSound(page);
  await signOut(page, { name });
  await enter(page);
  await page.waitForURL(/\/test\/home/);
});

test("a removed passkey that is still on the device cannot sign in, and the screen says what to do", async ({
  page,
}) => {
  const name = "Gull Rock Tea";
  const merchant = await newAccount(name);
  await plugIn(page);
  await signIn(page, merchant);
  await addPasskey(page, "Old phone");
  await page.getByRole("button", { name: "Remove Old phone" }).click();
  await page.getByRole("button", { name: "Remove passkey" }).click();
  await expect(page.getByText("Old phone was removed")).toBeVisible();
  await signOut(page, { name });
  await enter(page);
  await expect(page.getByText("This passkey is not registered here")).toBeVisible();
});
