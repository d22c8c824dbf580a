import { expect, type Locator, type Page } from "@playwright/test";

/** More than any screen has stops. */
const MOST_STOPS = 400;

/** Walks to an element as somebody without a mouse does, and sees that its focus shows. */
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

/** Walks to a button, a link or a box, and presses it. */
export async function pressOn(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Walks to a field and types into it, over what stood there. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

/** An outline, a ring or a border of another colour, on the element or round it; of the only field of a dialog the
 *  caret is enough. */
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
