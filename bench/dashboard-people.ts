// Several people who use the dashboard concurrently, each with their own session.

import { setTimeout as sleep } from "node:timers/promises";
import { SCREENS } from "./dashboard-screens.ts";

export type Person = { email: string; password: string };

export interface Work {
  count: number;
  p95Ms: number;
  /** The slowest tenth of the paths by p95. */
  reads: { path: string; count: number; p50Ms: number; p95Ms: number }[];
}

/** Time between two screens of a person who works fast. */
const LOOK_MS = 1_000;

const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** Lets people open one screen after another for a given time, and times every read to its last byte. */
export async function workTogether(
  origin: string,
  person: Person,
  { people, forMs }: { people: number; forMs: number },
): Promise<Work> {
  const cookies: string[] = [];
  for (let n = 0; n < people; n++) cookies.push(await signIn(origin, person));
  const screens = await fill(origin, cookies[0]!);
  const took = new Map<string, number[]>();
  const ask = async (cookie: string, path: string, counts: boolean) => {
    const began = performance.now();
    await read(origin, cookie, path);
    if (!counts) return;
    took.set(path, [...(took.get(path) ?? []), performance.now() - began]);
  };
  // Each once as a warm-up, because a new process compiles its code first.
  for (const paths of screens) for (const path of paths) await ask(cookies[0]!, path, false);
  const until = performance.now() + forMs;
  await Promise.all(
    cookies.map(async (cookie, nth) => {
      await sleep((LOOK_MS * nth) / people);
      for (let turn = nth * 7; performance.now() < until; turn++) {
        const due = performance.now() + LOOK_MS;
        const paths = ["/session", ...(screens[turn % screens.length] ?? [])];
        await Promise.all(paths.map((path) => ask(cookie, path, true)));
        await sleep(Math.max(0, due - performance.now()));
      }
    }),
  );
  return summarise(took);
}

function summarise(took: ReadonlyMap<string, number[]>): Work {
  const all = [...took.values()].flat().sort((a, b) => a - b);
  const reads = [...took]
    .map(([path, times]) => {
      const sorted = times.toSorted((a, b) => a - b);
      const [p50Ms, p95Ms] = [percentile(sorted, 0.5), percentile(sorted, 0.95)];
      return { path: nameOf(path), count: times.length, p50Ms, p95Ms };
    })
    .sort((a, b) => b.p95Ms - a.p95Ms)
    .slice(0, Math.ceil(took.size / 10));
  return { count: all.length, p95Ms: percentile(all, 0.95), reads };
}

const nameOf = (path: string) => path.replace(/\/[a-z]+_\w+/, "/{id}");

/** Signs in and returns the session's cookies. */
export async function signIn(origin: string, person: Person): Promise<string> {
  const response = await fetch(`${origin}/internal/session`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-paydesk-request": "1", origin },
    body: JSON.stringify(person),
  });
  if (!response.ok) throw new Error(`sign-in answered ${response.status}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
}

async function read(origin: string, cookie: string, path: string): Promise<string> {
  const response = await fetch(`${origin}/internal${path}`, { headers: { cookie } });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return text;
}

/** The reads of each screen, with the ids of the first objects in the lists. Detail screens without an object
 *  are left out. */
async function fill(origin: string, cookie: string): Promise<string[][]> {
  const ids = new Map<string, string | undefined>();
  for (const path of new Set(SCREENS.flatMap(({ reads }) => reads))) {
    const [, name] = /\{([\w-]+)\}/.exec(path) ?? [];
    if (!name || ids.has(name)) continue;
    const found = /"id":"([a-z]+_\w+)"/.exec(await read(origin, cookie, `/test/${name}`));
    ids.set(name, found?.[1]);
  }
  return SCREENS.map(({ reads }) =>
    reads.map((path) => path.replace(/\{([\w-]+)\}/, (_, name) => ids.get(name) ?? "{none}")),
  ).filter((paths) => !paths.some((path) => path.includes("{none}")));
}
