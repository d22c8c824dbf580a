import { expect, type Page } from "@playwright/test";
import { env } from "#lib/kernel/env.ts";

/** Calls the dashboard's API with the session of the page's browser, for what a journey only needs to exist: creating
 *  it on screens costs several page loads. Returns the body of the answer. */
export async function askInternal(
  page: Page,
  method: "GET" | "POST",
  path: `/${string}`,
  data?: object,
): Promise<ReturnType<typeof JSON.parse>> {
  const answer = await page.request.fetch(`/internal${path}`, {
    method,
    headers: { origin: env.publicUrl, "x-paydesk-request": "1" },
    data,
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return await answer.json();
}
