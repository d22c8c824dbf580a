// The dashboard in Chromium, as a signed-in person sees it.

import { type BrowserContext, chromium, type Page } from "playwright";
import { chromiumFlags, findChromium } from "../e2e/support/chromium.ts";
import { waitForRest } from "../e2e/support/rest.ts";
import type { Person } from "./dashboard-people.ts";
import type { Screen } from "./dashboard-screens.ts";

export interface Weight {
  /** Bytes of the scripts that the page names, compressed as sent, without headers, each once. */
  first: number;
  /** The same including scripts loaded afterwards: charts, floating elements, and the targets of visible links. */
  all: number;
}

/** A screen with its URL, and the URL of a screen with a link to it. */
export interface Place {
  name: string;
  from: string;
  address: string;
}

export interface Move extends Pick<Place, "from" | "address"> {
  /** Whether the pointer rested on the link first. */
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
    /** All screens. A detail page is that of the first object in its list, if there is one. */
    async places(screens: readonly Screen[]): Promise<Place[]> {
      const places: Place[] = [];
      for (const { name, path, from = "home" } of screens) {
        const address = await addressOf(page, path);
        if (address) places.push({ name, address, from: `/test/${from}` });
      }
      return places;
    },
    /** Loads a screen in a browser with an empty cache. */
    async weigh({ address }: Place): Promise<Weight> {
      const context = await browser.newContext({ baseURL: origin, viewport: VIEW, storageState });
      const weight = await weighIn(context, address);
      await context.close();
      return weight;
    },
    /** Milliseconds from a click on a link to the data of its screen. */
    move: (params: Move) => moveIn(page, params),
    /** The page of the signed-in person. */
    page,
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

/** Waits until the screen is complete and no request is open. */
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
    // A prefetch starts shortly after the pointer reaches the link.
    await page.waitForTimeout(100);
    await waitForRest(page);
  }
  return await link.evaluate(pressAndWatch, PATIENCE_MS);
}

/** Clicks a link and returns the milliseconds until a frame has all figures and rows of the next screen,
 *  without placeholders. Charts are drawn after their figures. */
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
