import { expect, type Locator, type Page } from "@playwright/test";
import { press } from "./by-keyboard.ts";
import { tabTo } from "./keyboard.ts";
import { waitForRest } from "./rest.ts";

/** How a person works: with a mouse, a finger, or keys alone. */
export type Manner = "mouse" | "finger" | "keys";

const KEPT = "clicks of this journey";
/** A form focuses its first field after its script has run. */
const FOCUS_MS = 3_000;

/** Counts in the page what the browser takes for a person's: presses of a pointer, and Enter or Space where they do
 *  something. Typing, Tab and arrow keys are free, so is Space in a text. The count survives a new document, not a new
 *  tab. */
const COUNT = (kept: string) => {
  const add = () => sessionStorage.setItem(kept, String(Number(sessionStorage.getItem(kept)) + 1));
  const writes = (target: EventTarget | null) =>
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !/^(checkbox|radio|button|submit)$/.test(target.type));
  addEventListener("pointerdown", ({ isTrusted }) => isTrusted && add(), true);
  addEventListener(
    "keydown",
    ({ isTrusted, repeat, key, target }) => {
      if (isTrusted && !repeat && (key === "Enter" || (key === " " && !writes(target)))) add();
    },
    true,
  );
};

/** A person in a page, whose clicks are counted. */
export class Hand {
  readonly page: Page;
  readonly manner: Manner;

  private constructor(page: Page, manner: Manner) {
    this.page = page;
    this.manner = manner;
  }

  /** Call it before the first document is opened. */
  static async of(page: Page, manner: Manner): Promise<Hand> {
    await page.addInitScript(COUNT, KEPT);
    return new Hand(page, manner);
  }

  async press(target: Locator): Promise<void> {
    if (this.manner === "mouse") await target.click();
    else if (this.manner === "finger") await target.tap();
    else await press(target);
  }

  /** Puts text into a field. Clicking into a field that does not get the focus by itself within a moment is a click. */
  async write(field: Locator, text: string): Promise<void> {
    await expect(field).toBeVisible();
    const has = await expect(field)
      .toBeFocused({ timeout: FOCUS_MS })
      .then(
        () => true,
        () => false,
      );
    if (!has && this.manner === "keys") await tabTo(this.page, field);
    else if (!has) await this.press(field);
    await this.page.keyboard.press("ControlOrMeta+a");
    await this.page.keyboard.type(text);
  }

  /** Finds something with the search of the header, and opens it. */
  async find(text: string, option: RegExp): Promise<void> {
    if (this.manner === "keys") await this.page.keyboard.press("Control+k");
    else await this.press(this.page.getByRole("button", { name: "Search and commands" }));
    const box = this.page.getByRole("combobox", { name: "Search and commands" });
    await expect(box).toBeFocused();
    await this.page.keyboard.type(text);
    await this.press(this.page.getByRole("option", { name: option }).first());
  }

  /** Does a job and checks that it took no more clicks than this, and at least one. */
  async within(most: number, job: () => Promise<void>): Promise<void> {
    // People read a page before they press something. The marks of charts come late and move what is below.
    await waitForRest(this.page);
    await this.page.evaluate((kept) => sessionStorage.removeItem(kept), KEPT);
    await job();
    const clicks = Number(await this.page.evaluate((kept) => sessionStorage.getItem(kept), KEPT));
    expect(clicks, `${clicks} clicks, at most ${most}`).toBeLessThanOrEqual(most);
    expect(clicks, "the counter counts").toBeGreaterThan(0);
  }
}
