import { expect, type Locator, type Page } from "@playwright/test";

/** More than the tab stops of any screen. */
const MOST_STOPS = 400;

/** Moves the focus to an element by Tab, and checks that the focus is visible. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    const isThere = await target.evaluate(
      (element) => element === document.activeElement && document.hasFocus(),
    );
    if (isThere) return await expectVisibleFocus(target);
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${target}`);
}

/** Moves to a button, link or checkbox and presses it. */
export async function pressOn(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Moves to a field and replaces its text. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

/** A focus mark: an outline, ring or different border colour on the element or around it. For the only field of
 *  a dialog the caret suffices. */
async function expectVisibleFocus(target: Locator): Promise<void> {
  const shows = await target.evaluate((element) => {
    const fields = element
      .closest("[role=dialog]")
      ?.querySelectorAll("input:not([aria-hidden]), textarea, select");
    if (fields?.length === 1 && fields[0] === element) return true;
    const around = [element, ...(element.parentElement ? [element.parentElement] : [])];
    const looks = around.flatMap((one) => [
      getComputedStyle(one),
      getComputedStyle(one, "::after"),
      getComputedStyle(one, "::before"),
    ]);
    return looks.some(
      ({ outlineStyle, outlineWidth, boxShadow }) =>
        (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none",
    );
  });
  expect(shows, `the focus on ${target} shows`).toBe(true);
}
