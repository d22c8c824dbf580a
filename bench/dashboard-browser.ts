// The dashboard in Chromium, as somebody sees it who is signed in.

import { type BrowserContext, chromium, type Page } from "playwright";
import { chromiumFlags, findChromium } from "../e2e/support/chromium.ts";
import { waitForRest } from "../e2e/support/rest.ts";
import type { Person } from "./dashboard-people.ts";
import type { Screen } from "./dashboard-screens.ts";

export interface Weight {
  /** Bytes of the scripts that the page itself names: compressed as they are sent, without headers, each once. */
  first: number;
  /** The same with those that it fetches afterwards: charts, what floats, and where the links in sight lead. */
  all: number;
}

/** A screen with its address, and the address of one with a link to it. */
export interface Place {
  name: string;
  from: string;
  address: string;
}

export interface Move extends Pick<Place, "from" | "address"> {
  /** Whether the pointer has rested on the link before. */
  prefetched: boolean;
}

const PATIENCE_MS = 20_000;
const VIEW = { width: 1440, height: 900 };

/** Opens a browser and signs in. */
export async function openBrowser(origin: string, person: Person) {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: chromiumFlags(),
  });
  const enter = await browser.newContext({ baseURL: origin, viewport: VIEW });
  const page = await enter.newPage();
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/test\//);
  const storageState = await enter.storageState();
  return {
    /** The screens that there are: of something's own page that of the first in its list, if it has any. */
    async places(screens: readonly Screen[]): Promise<Place[]> {
      const places: Place[] = [];
      for (const { name, path, from = "home" } of screens) {
        const address = await addressOf(page, path);
        if (address) places.push({ name, address, from: `/test/${from}` });
      }
      return places;
    },
    /** Loads a screen in a browser that has seen none before. */
    async weigh({ address }: Place): Promise<Weight> {
      const context = await browser.newContext({ baseURL: origin, viewport: VIEW, storageState });
      const weight = await weighIn(context, address);
      await context.close();
      return weight;
    },
    /** Milliseconds from a press on a link to the data of the screen it leads to. */
    move: (params: Move) => moveIn(page, params),
    close: () => browser.close(),
  };
}

async function weighIn(context: BrowserContext, address: string): Promise<Weight> {
  const page = await context.newPage();
  const response = await page.goto(address);
  const html = (await response?.text()) ?? "";
  await settle(page);
  const bytes = new Map(
    await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map((entry) => entry as PerformanceResourceTiming)
        .map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize] as const)
        .filter(([path]) => path.endsWith(".js")),
    ),
  );
  const named = new Set(
    [...html.matchAll(/<script[^>]* src="([^"?]+)[^"]*"/g)].map(([, src]) => src!),
  );
  const sum = (paths: Iterable<string>) =>
    [...paths].reduce((total, path) => total + (bytes.get(path) ?? 0), 0);
  return { first: sum(named), all: sum(bytes.keys()) };
}

/** Waits until what is shown is whole and nothing is on its way. */
async function settle(page: Page): Promise<void> {
  await page.locator("main h1").first().waitFor();
  await waitForRest(page);
}

async function addressOf(page: Page, path: string): Promise<string | null> {
  if (!path.includes("{")) return `/test/${path}`;
  await page.goto(`/test/${path.slice(0, path.indexOf("/{"))}`);
  await settle(page);
  const [link] = await page.locator("main [data-row-link]").all();
  return link ? await link.getAttribute("href") : null;
}

async function moveIn(page: Page, { from, address, prefetched }: Move): Promise<number> {
  await page.goto(from);
  await settle(page);
  const link = page.locator(`a[href="${address}"]`).first();
  await page.mouse.move(0, 0);
  if (prefetched) {
    await link.hover();
    // What a prefetch brings is asked for within a moment of the pointer's coming.
    await page.waitForTimeout(100);
    await waitForRest(page);
  }
  return await link.evaluate(pressAndWatch, PATIENCE_MS);
}

/** Presses a link and answers after how many milliseconds there was a frame with all of the next screen's
 *  figures and rows, with no place held for any of them. Charts draw themselves after their figures. */
function pressAndWatch(link: Element, patienceMs: number): Promise<number> {
  const target = (link as HTMLAnchorElement).pathname;
  const isShown = () => {
    const main = document.querySelector("main");
    if (location.pathname !== target || !main?.querySelector("h1")) return false;
    const held = main.querySelectorAll(".animate-pulse, [aria-busy=true]");
    return [...held].every((place) => place.closest("figure"));
  };
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const look = () => {
      const took = performance.now() - began;
      if (isShown()) resolve(took);
      else if (took > patienceMs) reject(new Error(`${target} shows nothing`));
      else requestAnimationFrame(look);
    };
    (link as HTMLElement).click();
    requestAnimationFrame(look);
  });
}
