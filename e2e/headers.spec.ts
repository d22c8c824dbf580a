// Protection of the screens as served: policy, nonces, headers, cookies, and that a page of another origin
// cannot send requests.

import { env } from "#lib/kernel/env.ts";
import { newAccount, startSession } from "./support/account.ts";
import { waitForRest } from "./support/rest.ts";
import { expect, type Page, type Response, test } from "./support/test.ts";

const PAGES = [
  "/test/home",
  "/test/payments",
  "/test/reports/declines",
  "/test/webhooks/deliveries",
  "/test/settings/team",
  "/test/nowhere",
  "/docs/design",
  "/sign-in",
  "/second-factor",
];

/** The browser's reports about the policy. */
function listen(page: Page): string[] {
  const refused: string[] = [];
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) refused.push(message.text());
  });
  return refused;
}

async function expectPolicy(response: Response): Promise<string> {
  const headers = response.headers();
  const policy = headers["content-security-policy"] ?? "";
  const nonce = /script-src 'self' 'nonce-([\w+/=]{20,})' 'strict-dynamic';/.exec(policy)?.[1];
  expect(nonce, policy).toBeTruthy();
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("unsafe-eval");
  expect(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
  });
  const scripts = (await response.text()).match(/<script\b[^>]*>/g) ?? [];
  expect(scripts.length).toBeGreaterThan(3);
  for (const script of scripts) expect(script, response.url()).toContain(`nonce="${nonce}"`);
  return nonce ?? "";
}

test("every script of every page has the page's nonce, and the browser reports no violation", async ({
  page,
}) => {
  const refused = listen(page);
  await startSession(page, await newAccount());
  const nonces = new Set<string>();
  for (const path of PAGES) {
    const response = await page.goto(path);
    nonces.add(await expectPolicy(response!));
    await waitForRest(page);
  }
  expect(nonces.size, "each answer has a nonce of its own").toBe(PAGES.length);
  expect(refused).toEqual([]);
});

test("an injected script does not run", async ({ page }) => {
  await startSession(page, await newAccount());
  await page.goto("/test/home");
  const refused = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener("securitypolicyviolation", (event) =>
          resolve(event.effectiveDirective),
        );
        const smuggled = document.createElement("div");
        smuggled.innerHTML = `<img src="data:," onerror="window.smuggled = true">`;
        document.body.append(smuggled);
      }),
  );
  expect(refused).toBe("script-src-attr");
  expect(await page.evaluate(() => "smuggled" in window)).toBe(false);
});

test("scripts cannot read the session cookie, and a page of another origin cannot send requests", async ({
  page,
}) => {
  await startSession(page, await newAccount());
  await page.goto("/test/home");
  expect(await page.evaluate(() => document.cookie)).not.toContain("session");
  const cookies = await page.context().cookies();
  const session = cookies.find(({ name }) => name.endsWith("paydesk_session"));
  expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const ours = { origin: env.publicUrl, "x-paydesk-request": "1" };
  const press = async (headers: Record<string, string>) => {
    const data = { kind: "secret", name: "Smuggled" };
    return (await page.request.post("/internal/test/keys", { headers, data })).status();
  };
  expect(await press({ cookie, ...ours, origin: "https://elsewhere.example" })).toBe(403);
  expect(await press({ cookie, origin: env.publicUrl })).toBe(403);
  expect(await press({ cookie, ...ours })).toBe(201);
});
