import { GUIDES } from "../app/docs/guides.ts";
import { expectSound } from "./support/sound.ts";
import { expect, test } from "./support/test.ts";

test("a developer reads every guide, on a laptop and on a phone, without signing in", async ({
  page,
}) => {
  await page.goto("/docs");
  const places = await page
    .getByRole("main")
    .getByRole("listitem")
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(places).toHaveLength(GUIDES.length + 1);
  const linked = new Set<string>();
  for (const [index, place] of places.entries()) {
    // Each page once, alternately at laptop and phone width.
    await page.setViewportSize({ width: index % 2 === 0 ? 1440 : 360, height: 800 });
    await page.goto(place);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectSound(page);
    const hrefs = await page
      .getByRole("main")
      .locator('a[href^="/docs"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
    for (const href of hrefs) linked.add(href);
  }
  expect([...linked]).toContain("/docs/webhooks#retries");
  for (const href of linked) {
    const [path = "", anchor] = href.split("#");
    const answer = await page.request.get(path);
    expect(answer.status(), href).toBe(200);
    if (anchor) expect(await answer.text(), href).toContain(`id="${anchor}"`);
  }
});
