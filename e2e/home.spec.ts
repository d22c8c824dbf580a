import { DEMO } from "#lib/domain/accounts/index.ts";
import { newAccount, startSession } from "./support/account.ts";
import { askInternal } from "./support/internal.ts";
import { expectSound } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const MONEY = /[\d,]+\.\d\d [A-Z]{3}/g;
const query = (page: Page) => new URL(page.url()).searchParams;

const volume = (page: Page) => page.getByRole("figure", { name: / EUR from /, exact: false });

async function chooseComparison(page: Page, name: string) {
  await page.getByRole("combobox", { name: "Compare with" }).click();
  await page.getByRole("option", { name }).click();
}

test("any period of Home is compared as chosen, and its figures lead to screens with the same ones", async ({
  page,
}) => {
  await startSession(page, DEMO);
  await page.goto("/test/home?currency=EUR");
  await expect(page.getByText(/, compared with \d+ \w+ to \d+ \w+$/)).toBeVisible();
  await page.getByRole("button", { name: "Custom", exact: true }).click();
  await page.getByLabel("From", { exact: true }).fill(daysAgo(200));
  await page.getByLabel("To", { exact: true }).fill(daysAgo(12));
  await page.getByRole("button", { name: "Show these days" }).click();
  await expect(page.getByText("Home shows at most 92")).toBeVisible();
  await page.getByLabel("From", { exact: true }).fill(daysAgo(21));
  await expectSound(page);
  await page.getByRole("button", { name: "Show these days" }).click();
  await page.waitForURL(/range=/);
  expect(query(page).get("range")).toBe(`${daysAgo(21)}..${daysAgo(12)}`);
  await expect(volume(page)).toHaveAccessibleName(/ EUR from \d.* vs previous 10 days$/);

  await chooseComparison(page, "vs four weeks before");
  await page.waitForURL(/compare=four_weeks/);
  await expect(volume(page)).toHaveAccessibleName(/ vs four weeks before$/);
  await page.reload();
  await expect(volume(page)).toHaveAccessibleName(/ vs four weeks before$/);
  await chooseComparison(page, "vs a year before");
  await expect(
    page.getByText(/Not compared with .* 20\d\d.*: the first payment was on/),
  ).toBeVisible();
  await expect(volume(page)).not.toHaveAccessibleName(/ vs /);
  await page.goBack();
  await expect(volume(page)).toHaveAccessibleName(/ vs four weeks before$/);
  await chooseComparison(page, "No comparison");
  await page.waitForURL(/compare=none/);
  await expect(volume(page)).not.toHaveAccessibleName(/ vs /);
  await expectSound(page);

  // The same euros in the title, in the row of the total and in the list of payments.
  const title = await page.getByText(/^[\d,.]+ EUR from /).textContent();
  const [euros = ""] = title?.match(MONEY) ?? [];
  await expect(
    page.getByRole("heading", { name: /^[\d,.]+ EUR in all currencies$/ }),
  ).toBeVisible();
  const row = page.getByRole("row", { name: /^EUR/ });
  await row.getByRole("link", { name: euros }).click();
  await page.waitForURL(/\/test\/payments\?/);
  await expect(page.getByText(`captured ${euros}`)).toBeVisible();
  await page.goBack();

  const link = page.getByRole("link", { name: /^Retries recovered / });
  const [recovered, declined] = (await link.textContent())?.match(MONEY) ?? [];
  await link.click();
  await page.waitForURL(/\/test\/reports\/declines\?/);
  await expect(
    page.getByRole("heading", {
      name: new RegExp(`^Retries recovered ${recovered}.* of ${declined} `),
    }),
  ).toBeVisible();
});

test("Home's period and comparison are chosen on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await startSession(page, DEMO);
  await page.goto(
    `/test/home?currency=EUR&range=${daysAgo(21)}..${daysAgo(12)}&compare=four_weeks`,
  );
  await expect(volume(page)).toHaveAccessibleName(/ vs four weeks before$/);
  await expectSound(page);
  await page.getByRole("button", { name: "7 days", exact: true }).click();
  await page.waitForURL(/range=7d/);
  // Seven days are short enough for the same comparison.
  expect(query(page).get("compare")).toBe("four_weeks");
});

/** Runs in the page: counts how often the link of the first steps is removed after it was shown. */
const COUNT_REMOVALS = () => {
  let isShown = false;
  Object.assign(window, { paydeskRemovals: 0 });
  const look = () => {
    const links = [...document.querySelectorAll("main a")];
    const now = links.some((link) => link.textContent === "on a form" && link.checkVisibility());
    if (isShown && !now) Object.assign(window, { paydeskRemovals: 1 });
    isShown = now;
    requestAnimationFrame(look);
  };
  look();
};

test("the first steps of a new account stay where they are once they are shown", async ({
  page,
}) => {
  await startSession(page, await newAccount());
  // As sign-up does (`sign-up.test.ts`).
  await askInternal(page, "POST", "/tour", { step: "pay" });
  await page.addInitScript(COUNT_REMOVALS);
  // On a slow line the code of the steps comes after that of the frame, which changes what it shows meanwhile.
  const html = await (await page.request.get("/test/home")).text();
  const late = new Set<string>();
  await page.route("**/_next/static/chunks/**", async (route) => {
    const isFirst = html.includes(new URL(route.request().url()).pathname);
    if (!isFirst) {
      late.add(route.request().url());
      await new Promise((resolve) => setTimeout(resolve, 100 * late.size));
    }
    await route.continue().catch(() => {});
  });
  await page.goto("/test/home");
  await expect(page.getByRole("link", { name: "on a form" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Tour" })).toBeVisible();
  expect(late.size, "code that comes later").toBeGreaterThan(0);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await expect(page.getByRole("link", { name: "on a form" })).toBeVisible();
  expect(await page.evaluate(() => (window as { paydeskRemovals?: number }).paydeskRemovals)).toBe(
    0,
  );
});
