// The dashboard of a merchant with a million payments and ten million deliveries: the weight of its screens,
// the time from one screen to the data of the next, the time of its reads while ten people use it, and
// Lighthouse scores of some screens. Creating the database takes minutes: --keep keeps it in a folder for the
// next run, and --data uses that of an installation that is not running.

import { getPool } from "#db/client.ts";
import { writeVolume } from "#db/seed/volume/write-volume.ts";
import { transact } from "#db/transact.ts";
import { getAccount } from "#lib/domain/accounts/index.ts";
import { addMemberIn, createUserIn, hashPassword } from "#lib/domain/members/index.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import { TEST_PASSWORD } from "#test/merchant.ts";
import { openBrowser, type Place } from "./dashboard-browser.ts";
import { measureLists } from "./dashboard-lists.ts";
import { type Person, workTogether } from "./dashboard-people.ts";
import { SCREENS, withNames } from "./dashboard-screens.ts";
import { fillDeliveries } from "./deliveries-volume.ts";
import { type Figure, median } from "./figures.ts";
import { measureLighthouse } from "./lighthouse.ts";
import { makeMerchant, type Stage, startWeb } from "./stage.ts";

export interface DashboardPace {
  rounds: number;
  payments: number;
  deliveries: number;
  measureMs: number;
  /** Runs of Lighthouse on each screen. */
  visits: number;
  /** Only creates the data. */
  onlyLoad: boolean;
  /** Lighthouse, weights and moves are of screens whose name contains one of these texts. */
  only: readonly string[];
}

const PORT = 4330;
const DAYS = 365;
const PEOPLE = 10;
const KILOBYTE = 1_000;
const LIMITS = { firstLoadKb: 180, prefetchedMs: 100, unforeseenMs: 300, readMs: 50 };

type Say = (figure: Figure) => void;

/** Creates missing data, measures, and returns the weight of each screen and the time of each read. */
export async function measureDashboard(
  stage: Stage,
  pace: DashboardPace,
  parts: ReadonlySet<string>,
  say: Say,
): Promise<string[]> {
  const { variables } = await stage.openDatabase("bench_dashboard");
  const person = await prepare(pace);
  if (pace.onlyLoad) return [await sizeOf()];
  const web = await startWeb(variables, { port: PORT, tls: false });
  const notes = [await sizeOf()];
  try {
    const origin = `http://localhost:${PORT}`;
    if (parts.has("reads")) notes.push(...(await measureReads(origin, person, pace, say)));
    if (parts.has("lighthouse"))
      notes.push(...(await measureLighthouse(origin, person, pace, say)));
    if (!["weight", "moves", "scroll"].some((part) => parts.has(part))) return notes;
    const browser = await openBrowser(origin, person);
    try {
      const places = await browser.places(withNames(SCREENS, pace.only));
      if (parts.has("weight")) notes.push(...(await measureWeight(browser, places, say)));
      if (parts.has("scroll")) notes.push(...(await measureLists(browser.page, say)));
      if (parts.has("moves")) notes.push(...(await measureMoves(browser, places, pace, say)));
    } finally {
      await browser.close();
    }
  } finally {
    await web.stop();
  }
  return notes;
}

const LARGEST = `
  select account_id as id from payments where mode = 'test' group by account_id order by count(*) desc limit 1`;

/** The merchant with the most payments (created if there is none), with the wanted number of deliveries and a
 *  member who signs in. */
async function prepare({ payments, deliveries }: DashboardPace): Promise<Person> {
  const [largest] = (await getPool().query<{ id: Id<"acct"> }>(LARGEST)).rows;
  const account = largest
    ? await getAccount({ accountId: largest.id })
    : (await makeMerchant()).account;
  if (!largest) await writeVolume(account, { payments, days: DAYS, withLedger: true });
  await fillDeliveries({ account }, deliveries);
  const email = `${newId("usr")}@bench.example`;
  const passwordHash = await hashPassword(TEST_PASSWORD);
  await transact(async (tx) => {
    const user = await createUserIn(tx, { name: "Ada Lindqvist", email, passwordHash });
    await addMemberIn(tx, { accountId: account.id, userId: user.id, role: "owner" });
  });
  return { email, password: TEST_PASSWORD };
}

async function sizeOf(): Promise<string> {
  const { rows } = await getPool().query<{ payments: string; deliveries: string; size: string }>(
    `select (select count(*) from payments) as payments, (select count(*) from deliveries) as deliveries,
            pg_size_pretty(pg_database_size(current_database())) as size`,
  );
  const { payments, deliveries, size } = rows[0]!;
  const label = (count: string) => Number(count).toLocaleString("en-US");
  return `Over one merchant's ${label(payments)} payments of ${DAYS} days and ${label(deliveries)} deliveries of thirty: ${size}.`;
}

/** A figure compared with a number of the specification. */
function held(name: string, unit: string, ours: number, limit: number): Figure {
  const bound = { kind: "at most", of: "value", value: limit } as const;
  return { name, unit, ours, limit, limitName: "limit", ratio: ours / limit, bound };
}

async function measureReads(origin: string, person: Person, pace: DashboardPace, say: Say) {
  const work = await workTogether(origin, person, { people: PEOPLE, forMs: pace.measureMs });
  say(held(`Reads, p95, ${PEOPLE} people`, "ms", work.p95Ms, LIMITS.readMs));
  const rows = work.reads.map(
    ({ path, count, p50Ms, p95Ms }) =>
      `| ${path} | ${count} | ${p50Ms.toFixed(1)} | ${p95Ms.toFixed(1)} |`,
  );
  return [
    "",
    `${PEOPLE} people, each of whom opens another screen every second: ${work.count} reads. The slowest tenth of them:`,
    "",
    "| Read | Times | p50, ms | p95, ms |",
    "| --- | --- | --- | --- |",
    ...rows,
  ];
}

type Browser = Awaited<ReturnType<typeof openBrowser>>;

async function measureWeight(browser: Browser, places: readonly Place[], say: Say) {
  const weighed: { name: string; first: number; all: number }[] = [];
  for (const place of places) {
    const { first, all } = await browser.weigh(place);
    weighed.push({ name: place.name, first: first / KILOBYTE, all: all / KILOBYTE });
  }
  const sorted = weighed.sort((a, b) => b.first - a.first);
  const [heaviest] = sorted;
  say(held("JavaScript of a first load, heaviest", "kB", heaviest!.first, LIMITS.firstLoadKb));
  const usual = median(sorted.map(({ first }) => first));
  say(held("The same, median of screens", "kB", usual, LIMITS.firstLoadKb));
  return [
    "",
    "| Screen | Scripts of its page, kB | With what comes afterwards, kB |",
    "| --- | --- | --- |",
    ...sorted.map(
      ({ name, first, all }) => `| ${name} | ${first.toFixed(0)} | ${all.toFixed(0)} |`,
    ),
  ];
}

async function measureMoves(
  browser: Browser,
  places: readonly Place[],
  { rounds }: DashboardPace,
  say: Say,
) {
  const took = { prefetched: [] as number[], unforeseen: [] as number[] };
  const lines: string[] = [];
  const medians: number[] = [];
  for (const { name, ...move } of places) {
    if (move.address === move.from) continue;
    const times = { prefetched: [] as number[], unforeseen: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      times.unforeseen.push(await browser.move({ ...move, prefetched: false }));
      times.prefetched.push(await browser.move({ ...move, prefetched: true }));
    }
    took.prefetched.push(...times.prefetched);
    took.unforeseen.push(...times.unforeseen);
    const [soon, late] = [median(times.prefetched), median(times.unforeseen)];
    medians.push(soon);
    lines.push(`| ${name} | ${soon.toFixed(0)} | ${late.toFixed(0)} |`);
  }
  const of = `median of ${took.prefetched.length}`;
  const { prefetchedMs, unforeseenMs } = LIMITS;
  say(held(`A move, prefetched, ${of}`, "ms", median(took.prefetched), prefetchedMs));
  say(held("The same, slowest screen", "ms", Math.max(...medians), prefetchedMs));
  say(held(`A move, not prefetched, ${of}`, "ms", median(took.unforeseen), unforeseenMs));
  return ["", "| Move to | Prefetched, ms | Not prefetched, ms |", "| --- | --- | --- |", ...lines];
}
