// Issues secrets, opens every screen of the dashboard, and searches everything that reached or could reach the
// browser for them.

import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { PLACES } from "#components/frame/navigation.ts";
import { env } from "#lib/kernel/env.ts";
import { startReceiver } from "#test/receiver.ts";
import { newAccount, startSession, type TestAccount } from "./support/account.ts";
import { post } from "./support/api.ts";
import { expect, type Page, test } from "./support/test.ts";

/** An endpoint's secret, which the API returns once on creation. */
async function plantEndpoint(page: Page, account: TestAccount, url: string) {
  const answer = await post(page, account, "/v1/webhook_endpoints", { url, events: ["*"] });
  const { id, secret } = await answer.json();
  expect(secret).toMatch(/^whsec_/);
  return { id, secret };
}

function placesOf(mode: "test" | "live"): string[] {
  return PLACES.flatMap(({ places }) => places)
    .filter(({ onlyIn }) => onlyIn === undefined || onlyIn === mode)
    .flatMap(({ path, within = [] }) => [path, ...within.map((place) => place.path)])
    .map((path) => `/${mode}/${path}`);
}

/** Every text that the page loads from now on: documents, streamed parts, scripts, styles and data. Build
 *  files, whose names are content hashes, are read once. */
function listen(page: Page): { url: string; text: Promise<string> }[] {
  const heard: { url: string; text: Promise<string> }[] = [];
  const taken = new Set<string>();
  page.on("response", (response) => {
    const url = response.url();
    if (new URL(url).pathname.startsWith("/_next/static/")) {
      if (taken.has(url)) return;
      taken.add(url);
    }
    // The stream ends with its page and contains only kinds of changes.
    if (response.headers()["content-type"]?.startsWith("text/event-stream")) return;
    // Redirects and aborted requests have no text.
    heard.push({ url, text: response.text().catch(() => "") });
  });
  return heard;
}

test("no secret is in any page, streamed part, bundle or source map, and nothing is loaded from another host", async ({
  page,
  baseURL,
}) => {
  const merchant = await newAccount();
  const receiver = await startReceiver();
  try {
    await startSession(page, merchant);
    const endpoint = await plantEndpoint(page, merchant, receiver.url);
    const planted: Record<string, string> = {
      "the test key": merchant.test.secret_key,
      "the live key": merchant.live.secret_key,
      "the endpoint's secret": endpoint.secret,
      "the password": merchant.password,
      "the master key": readFileSync(join(env.dataDir, "master.key"), "utf8").trim(),
    };
    const finds = (text: string) =>
      Object.keys(planted).filter((name) => text.includes(planted[name] ?? ""));

    const heard = listen(page);
    const more = [`/test/webhooks/endpoints/${endpoint.id}`, "/docs/api", "/docs/hosted-fields"];
    for (const place of [...placesOf("test"), ...placesOf("live"), ...more]) {
      await page.goto(place);
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    }
    expect(heard.length).toBeGreaterThan(200);
    for (const { url, text } of heard) {
      expect(new URL(url).origin, url).toBe(baseURL);
      expect(finds(await text), url).toEqual([]);
    }

    const files = globSync(".next/{static,server}/**/*").filter((path) => statSync(path).isFile());
    expect(files.length).toBeGreaterThan(100);
    expect(
      files.filter((path) => path.startsWith(".next/static") && path.endsWith(".map")),
    ).toEqual([]);
    for (const path of files) expect(finds(readFileSync(path, "utf8")), path).toEqual([]);
  } finally {
    await receiver.stop();
  }
});
