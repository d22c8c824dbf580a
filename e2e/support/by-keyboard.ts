// Runs journeys by keyboard alone: clicks, fills and checks move the focus by Tab and arrow keys and press keys
// instead. `JOURNEYS_BY_KEYBOARD=1 node start.mjs test e2e` runs all journeys this way.

import { expect, type Locator, type Page } from "@playwright/test";
import { tabTo, typeInto } from "./keyboard.ts";

/** More than the entries of any list; there are about 430 time zones. */
const MOST_ENTRIES = 600;

type Pointing = "click" | "dblclick" | "check" | "fill" | "selectOption";
type Kind = "entry" | "radio" | "one of several" | "tick" | "field" | "other";
/** Reaching a radio button by arrow key selects it; a field only needs the focus. */
const KEYS: Partial<Record<Kind, string>> = {
  entry: "Enter",
  "one of several": "Enter",
  tick: "Space",
  other: "Enter",
};

/** Makes every locator press keys instead of clicking, in the whole process. */
export function pressKeysOnly(page: Page): void {
  const locators = Object.getPrototypeOf(page.locator("body")) as Locator & { walks?: true };
  if (locators.walks) return;
  const { fill: setValue } = locators;
  const byKeys: Record<Pointing, (this: Locator, value: string) => Promise<unknown>> = {
    async click() {
      await press(this);
    },
    async dblclick() {
      await press(this);
      await this.page().keyboard.press("Enter");
    },
    async check() {
      if (!(await this.isChecked())) await press(this);
    },
    async fill(text) {
      const type = await this.evaluate((element) => element.getAttribute("type") ?? "");
      if (!OWN_WIDGETS.test(type)) return await typeOver(this, text);
      await tabTo(this.page(), this);
      await setValue.call(this, text);
    },
    async selectOption(value) {
      const option = this.locator(`option[value="${value}"]`);
      const label = await option.evaluate((element) => element.textContent);
      await tabTo(this.page(), this);
      await this.page().keyboard.type(label);
      await expect(this).toHaveValue(value);
    },
  };
  Object.assign(locators, byKeys, { walks: true });
}

/** Moves the focus to an element by Tab and arrow keys, and presses its key. */
export async function press(named: Locator): Promise<void> {
  await expect(named).toBeVisible();
  const target = await controlOf(named);
  await expect(target).toBeEnabled();
  const { keyboard } = target.page();
  const kind = await kindOf(target);
  if (kind === "entry") await moveFromTheFirst(target);
  else if (kind === "one of several" || kind === "radio") await moveAmong(target);
  else await tabTo(target.page(), target);
  const key = KEYS[kind];
  if (key) await keyboard.press(key);
}

/** The checkbox or radio button of a label. */
async function controlOf(named: Locator): Promise<Locator> {
  const labelled = named.locator("xpath=ancestor-or-self::label[1]//input");
  return (await labelled.count()) === 1 ? labelled : named;
}

const kindOf = (target: Locator): Promise<Kind> =>
  target.evaluate((element) => {
    const type = element instanceof HTMLInputElement ? element.type : "";
    const role = element.getAttribute("role") ?? type;
    if (/^(menuitem|option)/.test(role)) return "entry";
    if (role === "radio") return "radio";
    if (element.getAttribute("tabindex") === "-1") return "one of several";
    if (/^(checkbox|switch)$/.test(role)) return "tick";
    return element.matches("input, textarea") && role !== "submit" ? "field" : "other";
  });

/** Whether an option is current: it has the focus, or the focused field names it as active. */
async function moveTo(target: Locator, arrow: string): Promise<void> {
  for (let entry = 0; entry < MOST_ENTRIES; entry++) {
    if (await isChosen(target)) return;
    await target.page().keyboard.press(arrow);
  }
  throw new Error(`${arrow} does not lead to ${target}`);
}

async function moveFromTheFirst(target: Locator): Promise<void> {
  const isTyping = await target.evaluate(() => document.activeElement?.matches("input"));
  if (!isTyping) await target.page().keyboard.press("Home");
  await moveTo(target, "ArrowDown");
}

const isChosen = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const active = document.activeElement;
    const named = active?.getAttribute("aria-activedescendant");
    return active === element || (named ? document.getElementById(named) === element : false);
  });

/** Tab reaches one element of a group; arrow keys reach the others. */
async function moveAmong(target: Locator): Promise<void> {
  const group = target.locator("xpath=ancestor::*[@role][.//*[@tabindex='0' or @type='radio']][1]");
  const stop = group.locator("[tabindex='0'], input[type=radio]:checked");
  await tabTo(target.page(), (await stop.count()) > 0 ? stop.first() : target);
  await moveTo(target, "ArrowRight");
}

/** Native date fields expect different keys by language, so only the focus is moved by keyboard there. */
const OWN_WIDGETS = /^(date|time|datetime-local|month|color|range)$/;

async function typeOver(field: Locator, text: string): Promise<void> {
  await typeInto(field.page(), field, text);
  if (text === "") await field.page().keyboard.press("Delete");
}
