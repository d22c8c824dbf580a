// Takes the screenshots of docs/screens from a running service with the demo merchant:
// `npm start` in one terminal, `npm run -s screens` in another.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright";
import { DEMO } from "#lib/domain/accounts/index.ts";
import { env } from "#lib/kernel/env.ts";
import { chromiumFlags, findChromium } from "./support/chromium.ts";

const FOLDER = join("docs", "screens");

type Shot = {
  name: string;
  width: number;
  theme: "light" | "dark";
  open(page: Page): Promise<void>;
};

const at = (path: string) => async (page: Page) => {
  await page.goto(path);
};

/** Opens a list and then its first row, for what has no address known beforehand. */
const firstOf = (path: string) => async (page: Page) => {
  await page.goto(path);
  const link = page.getByRole("row").getByRole("link").first();
  const href = await link.getAttribute("href");
  await page.goto(href ?? path);
};

const SHOTS: readonly Shot[] = [
  { name: "home", width: 1440, theme: "light", open: at("/test/home") },
  { name: "home-dark", width: 1440, theme: "dark", open: at("/test/home") },
  { name: "home-phone", width: 390, theme: "light", open: at("/test/home") },
  { name: "payments", width: 1440, theme: "light", open: at("/test/payments") },
  { name: "payment", width: 1440, theme: "light", open: firstOf("/test/payments?status=failed") },
  { name: "payment-phone", width: 390, theme: "dark", open: firstOf("/test/payments") },
  { name: "keys", width: 1440, theme: "light", open: at("/test/keys") },
  { name: "deliveries", width: 1440, theme: "light", open: at("/test/webhooks/deliveries") },
  {
    name: "delivery",
    width: 1440,
    theme: "dark",
    open: firstOf("/test/webhooks/deliveries?status=failed"),
  },
  { name: "api-reference", width: 1440, theme: "light", open: at("/docs/api") },
];

async function take(browser: Browser, shot: Shot): Promise<void> {
  const context = await browser.newContext({
    baseURL: env.publicUrl,
    viewport: { width: shot.width, height: shot.width < 768 ? 844 : 900 },
    colorScheme: shot.theme,
    reducedMotion: "reduce",
    ignoreHTTPSErrors: true,
  });
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(DEMO.email);
  await page.getByLabel("Password").fill(DEMO.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/test\//);
  await shot.open(page);
  await page.waitForLoadState("networkidle");
  const path = join(FOLDER, `${shot.name}.png`);
  await page.screenshot({ path });
  await context.close();
  process.stdout.write(`${path}\n`);
}

mkdirSync(FOLDER, { recursive: true });
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: chromiumFlags(),
});
for (const shot of SHOTS) await take(browser, shot);
await browser.close();
