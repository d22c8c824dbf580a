// A long list that is scrolled, and typing in the search of the palette, in Chromium.

import type { Page } from "playwright";
import { waitForRest } from "../e2e/support/rest.ts";
import { type Figure, median } from "./figures.ts";

type Say = (figure: Figure) => void;

const ROWS = 5_000;
const LIMITS = { taskMs: 50, rows: 200, firstHitMs: 50 };
const PATIENCE_MS = 120_000;
/** A fast flick of a trackpad: 24,000 pixels a second at 60 frames. */
const PX_PER_FRAME = 400;

/** Where scrolling begins in the trace. */
const MARK = "paydesk-scroll";

/** Words of screens and filters, as a person types them. */
const WORDS = ["refunds", "declines", "create key", "status:failed", "settle"];

const atMost = (name: string, unit: string, ours: number, limit: number): Figure => ({
  ...{ name, unit, ours, limit, limitName: "limit", ratio: ours / limit },
  bound: { kind: "at most", of: "value", value: limit },
});

/** Scrolls the list of payments to its 5,000th row, and types in the search. */
export async function measureLists(page: Page, say: Say): Promise<string[]> {
  const scrolled = await scroll(page);
  say(
    atMost(`Longest task while ${ROWS} rows are scrolled`, "ms", scrolled.longest, LIMITS.taskMs),
  );
  say(atMost("Its processor time", "ms", scrolled.onProcessor.ms, LIMITS.taskMs));
  say(atMost("Rows on the page meanwhile", "rows", scrolled.rows, LIMITS.rows));
  const words: number[] = [];
  for (const word of WORDS) words.push(...(await typeWord(page, word)));
  say(
    atMost(
      `Typing to the first hit, median of ${words.length} keys`,
      "ms",
      median(words),
      LIMITS.firstHitMs,
    ),
  );
  say(atMost("The same, slowest key", "ms", Math.max(...words), LIMITS.firstHitMs));
  const ids = await leads(page, "payments");
  const found: number[] = [];
  for (const id of ids) found.push(await enter(page, { text: id, finds: "Payment " }));
  say(
    atMost(
      `A pasted id to its object, median of ${found.length}`,
      "ms",
      median(found),
      LIMITS.firstHitMs,
    ),
  );
  const names = await leads(page, "customers", "name");
  const customers: number[] = [];
  for (const text of names) customers.push(await enter(page, { text, finds: "Customer " }));
  const ofNames = `A pasted name to its customer, median of ${customers.length}`;
  // The merchant of this database may have none.
  if (names.length > 0) say(atMost(ofNames, "ms", median(customers), LIMITS.firstHitMs));
  return ["", storyOf(scrolled)];
}

function storyOf(scrolled: Awaited<ReturnType<typeof scroll>>): string {
  const { reached, tookMs, tasks, onProcessor } = scrolled;
  const longest = tasks.toSorted((a, b) => b - a).slice(0, 5);
  const seconds = (tookMs / 1_000).toFixed(1);
  const ofTasks = `${tasks.length} tasks over ${LIMITS.taskMs} ms`;
  const worst =
    longest.length > 0 ? `, the longest ${longest.map((ms) => ms.toFixed(0)).join(", ")}` : "";
  return `${reached} rows scrolled in ${seconds} s, ${PX_PER_FRAME} px a frame: ${ofTasks}${worst}. Most of the processor's time in one: ${onProcessor.parts}.`;
}

async function scroll(page: Page) {
  const { origin } = new URL(page.url());
  await page.context().addCookies([{ name: "paydesk_flow", value: "scroll", url: origin }]);
  await page.goto("/test/payments");
  await page.locator("main table[aria-rowcount]").waitFor();
  await waitForRest(page);
  const browser = page.context().browser();
  const categories = ["toplevel", "blink.user_timing", "devtools.timeline"];
  await browser?.startTracing(page, { categories });
  const result = await page.evaluate(scrollThrough, {
    ...{ wanted: ROWS, pxPerFrame: PX_PER_FRAME, taskMs: LIMITS.taskMs, patienceMs: PATIENCE_MS },
    mark: MARK,
  });
  const trace = await browser?.stopTracing();
  await page.context().clearCookies({ name: "paydesk_flow" });
  return { ...result, onProcessor: longestOnProcessor(String(trace)) };
}

type TraceEvent = {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
};

/** Processor time of the longest task of the page's thread after the mark, which is what it takes when nothing else
 *  runs, and what it consists of. */
function longestOnProcessor(trace: string): { ms: number; parts: string } {
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] };
  const start = traceEvents.find(({ name }) => name === MARK);
  const here = traceEvents.filter(
    ({ pid, tid, ts }) => pid === start?.pid && tid === start.tid && ts > start.ts,
  );
  const byTime = (a: TraceEvent, b: TraceEvent) => (b.tdur ?? 0) - (a.tdur ?? 0);
  const [task] = here.filter(({ name }) => name.endsWith("RunTask")).sort(byTime);
  if (!task) return { ms: 0, parts: "" };
  const end = task.ts + (task.dur ?? 0);
  const inside = here.filter(
    ({ name, ts }) => ts > task.ts && ts < end && !name.endsWith("RunTask"),
  );
  const msOf = ({ tdur = 0 }: TraceEvent) => tdur / 1_000;
  const parts = inside.sort(byTime).slice(0, 5);
  return {
    ms: msOf(task),
    parts: parts.map((part) => `${part.name} ${msOf(part).toFixed(0)}`).join(", "),
  };
}

type Scrolling = {
  wanted: number;
  pxPerFrame: number;
  taskMs: number;
  patienceMs: number;
  mark: string;
};

/** Runs in the page. Scrolls every frame, and waits at the end until more rows have come. */
function scrollThrough({ wanted, pxPerFrame, taskMs, patienceMs, mark }: Scrolling) {
  type Result = { longest: number; tasks: number[]; rows: number; reached: number; tookMs: number };
  return new Promise<Result>((resolve, reject) => {
    const tasks: number[] = [];
    const observer = new PerformanceObserver((list) => {
      tasks.push(...list.getEntries().map(({ duration }) => duration));
    });
    observer.observe({ type: "longtask" });
    const began = performance.now();
    performance.mark(mark);
    let rows = 0;
    const step = () => {
      const shown = [...document.querySelectorAll("main [aria-rowindex]")];
      rows = Math.max(rows, document.querySelectorAll("main tbody tr").length);
      const reached = Number(shown.at(-1)?.getAttribute("aria-rowindex") ?? 0);
      const tookMs = performance.now() - began;
      if (reached >= wanted) {
        // The observer is told of a task after it.
        setTimeout(() => {
          const longest = Math.max(0, ...tasks);
          resolve({ longest, tasks: tasks.filter((ms) => ms > taskMs), rows, reached, tookMs });
        }, 200);
      } else if (tookMs > patienceMs) reject(new Error(`only ${reached} rows in ${tookMs} ms`));
      else {
        scrollBy(0, pxPerFrame);
        requestAnimationFrame(step);
      }
    };
    requestAnimationFrame(step);
  });
}

async function openSearch(page: Page) {
  await page.goto("/test/home");
  await waitForRest(page);
  await page.keyboard.press("Control+k");
  const input = page.getByRole("combobox", { name: "Search and commands" });
  await input.waitFor();
  await waitForRest(page);
  return input;
}

/** Milliseconds from each key to a frame with hits for the text so far. */
async function typeWord(page: Page, word: string): Promise<number[]> {
  const input = await openSearch(page);
  await input.evaluate((field) => {
    const times: number[] = [];
    Object.assign(window, { paydeskTimes: times });
    field.addEventListener("input", () => {
      const began = performance.now();
      const look = () => {
        if (document.querySelector("[role=dialog] [role=option]"))
          times.push(performance.now() - began);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(() => setTimeout(look));
    });
  });
  await input.pressSequentially(word, { delay: 120 });
  await page.waitForTimeout(300);
  return await page.evaluate(() => (window as { paydeskTimes?: number[] }).paydeskTimes ?? []);
}

/** The ids, or what is written first, of the first rows of a list. */
async function leads(page: Page, list: string, what: "id" | "name" = "id"): Promise<string[]> {
  await page.goto(`/test/${list}`);
  const links = page.locator("main [data-row-link]");
  await links
    .first()
    .waitFor({ timeout: 5_000 })
    .catch(() => {});
  const found = await links.evaluateAll((all) =>
    all.map((link) => ({
      id: (link as HTMLAnchorElement).pathname.split("/").at(-1) ?? "",
      name: link.textContent?.trim() ?? "",
    })),
  );
  return [...new Set(found.map((row) => row[what]))].slice(0, 5);
}

/** Milliseconds from a pasted text to a frame with an object of this kind. */
async function enter(
  page: Page,
  { text, finds }: { text: string; finds: string },
): Promise<number> {
  const input = await openSearch(page);
  await input.evaluate((field, noun) => {
    field.addEventListener("input", () => {
      const began = performance.now();
      const look = () => {
        const isFound = [...document.querySelectorAll("[role=dialog] [role=option]")].some((one) =>
          one.textContent?.includes(noun),
        );
        if (isFound) Object.assign(window, { paydeskFoundMs: performance.now() - began });
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  }, finds);
  await input.fill(text);
  const found = await page.waitForFunction(
    () => (window as { paydeskFoundMs?: number }).paydeskFoundMs,
  );
  return (await found.jsonValue()) ?? Number.NaN;
}
