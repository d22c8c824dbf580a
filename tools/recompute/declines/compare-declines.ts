import { rollUp } from "#lib/domain/analytics/index.ts";
import { watchedApprovals } from "#lib/domain/incidents/index.ts";
import { DAY_MS, dateFromMs, MINUTE_MS, nowMs } from "#lib/kernel/clock.ts";
import { signedIn } from "#test/dashboard.ts";
import { openTill } from "#test/money.ts";
import { diceOf } from "#tools/fuzz/dice.ts";
import { compareRows, type Difference } from "../compare-report.ts";
import { SCREENS } from "../figures-sql.ts";
import type { Row } from "../question.ts";
import { type RandomAccount, ZONES } from "../random-account.ts";
import { type Asking, query, read } from "../screen-reads.ts";
import { type Recomputed, recomputeCauses } from "./causes.ts";
import { AT_RISK, CURRENT, RETRYABLE, USUAL } from "./incident-sql.ts";
import { addDeclines } from "./random-declines.ts";

type DeclineDifference = Difference & { path: string };

/** Lets a merchant have random declines, and compares the causes that the declines screen names and the figures of the card
 *  about a fall of approvals. `incidents` counts the accounts that have one. */
export async function compareDeclines(seed: number): Promise<{
  account: RandomAccount;
  differences: DeclineDifference[];
  asked: number;
  causes: number;
  incidents: number;
}> {
  const dice = diceOf(seed);
  const till = await openTill();
  const zone = dice.pick(ZONES);
  await till.rows(`update accounts set timezone = '${zone}' where id = $1`);
  await addDeclines(till.account.id, dice);
  if (seed % 2 === 0) await rollUp();
  const account: RandomAccount = { till, visitor: await signedIn(till), zone, seed };
  const asking = { account, dice };
  const differences: DeclineDifference[] = [];
  let causes = 0;
  const periods = 3;
  for (let n = 0; n < periods; n++) {
    const path = await causesPath(asking);
    const { found, count } = await compareCauses(asking, path);
    causes += count;
    differences.push(
      ...found.map((one) => ({ ...one, path: `/test/reports/declines/causes?${path}` })),
    );
  }
  const card = await compareIncident(asking);
  differences.push(...(card ?? []).map((one) => ({ ...one, path: "/test/home, the card" })));
  return { account, differences, asked: periods + 1, causes, incidents: card ? 1 : 0 };
}

const dayOf = (ms: number) => dateFromMs(ms).toISOString().slice(0, 10);

/** The last days, or some of them, sometimes filtered. */
async function causesPath({ account, dice }: Asking): Promise<URLSearchParams> {
  const back = dice.pick([0, 2, 3, 10, 30, 99, 140]);
  const last = dice.chance(0.7) ? 0 : dice.below(back + 1);
  const period = `${dayOf(nowMs() - back * DAY_MS)}..${dayOf(nowMs() - last * DAY_MS)}`;
  const params = new URLSearchParams({ period, currency: dice.pick(["EUR", "EUR", "EUR", "GBP"]) });
  if (!dice.chance(0.25)) return params;
  const name = dice.pick(["issuer", "issuer_country", "scheme", "method"] as const);
  const values = await query(
    `select distinct (${SCREENS.declines.dimensions[name]})::text as value from payments where account_id = $1 order by 1`,
    [account.till.account.id],
  );
  const value = dice.pick(values).value;
  if (value) params.set(name, value);
  return params;
}

async function compareCauses(
  asking: Asking,
  params: URLSearchParams,
): Promise<{ found: Difference[]; count: number }> {
  const { account } = asking;
  const { period } = await read(asking, `/test/reports/declines?${params}`);
  const answer = await read(asking, `/test/reports/declines/causes?${params}`);
  const limits = [...params]
    .filter(([name]) => name in SCREENS.declines.dimensions)
    .map(
      ([name, value]) => `${SCREENS.declines.dimensions[name]} = '${value.replaceAll("'", "''")}'`,
    );
  const recomputed = await recomputeCauses({
    ...{
      accountId: account.till.account.id,
      zone: account.zone,
      currency: params.get("currency")!,
      limits,
    },
    ...{ from: new Date(period.from), to: new Date(period.to) },
  });
  const end = Date.parse(period.to);
  const found = compareRows(rowsOf(answer, end), rowsOf(recomputed, end), ({ place }) => place!);
  return { found, count: recomputed.kind === "causes" ? recomputed.causes.length : 0 };
}

/** Figures of many sums are compared to six digits. The last digits of a float, which depend on the order of the sums, must not
 *  decide in which direction a figure like 0.1234565 is rounded. */
const digits = (figure: number) => Number(figure.toPrecision(12)).toFixed(6);

type Answer =
  | Recomputed
  | {
      kind: "causes";
      causes: { also: { dimension: string; value: string }[]; from: string; to: string }[];
    };

/** The answer as rows. A window that has not ended ends now, which is later at each read. */
function rowsOf(answer: Answer, end: number): Row[] {
  if (answer.kind === "too_few") return [{ place: "too few", payments: String(answer.payments) }];
  if (answer.kind === "nothing") {
    const { of, rate, usual } = answer.least;
    return [{ place: "nothing", of: String(of), rate: digits(rate), usual: digits(usual) }];
  }
  return (answer.causes as Exclude<Recomputed, { kind: "nothing" | "too_few" }>["causes"]).map(
    (one) => {
      const ends = new Date(one.to).getTime();
      const to = ends >= end ? "now" : new Date(ends).toISOString();
      return {
        place: `${one.dimension} ${one.value} ${new Date(one.from).toISOString()} to ${to}`,
        isWhole: String(one.isWhole),
        payments: String(one.payments),
        declined: String(one.declined),
        usual: digits(one.usual),
        points: digits(one.points),
        also: (one.also as (string | { dimension: string; value: string })[])
          .map((slice) => (typeof slice === "string" ? slice : `${slice.dimension} ${slice.value}`))
          .sort()
          .join(", "),
      };
    },
  );
}

/** Null if the account has no incident. */
async function compareIncident(asking: Asking): Promise<Difference[] | null> {
  const { account } = asking;
  await rollUp();
  for (const task of await watchedApprovals.claimOf(account.till.account.id, 4)) await task.run();
  const { incident } = await read(asking, "/test/home");
  if (!incident) return null;
  const { dimension, value, since, until, openedAt } = incident;
  const slice = [account.till.account.id, account.zone, dimension, value];
  const to = until ?? dateFromMs(nowMs() + MINUTE_MS);
  const [current] = await query(CURRENT, [...slice, since, to]);
  const [usual] = await query(USUAL, [...slice, openedAt]);
  const atRisk = await query(AT_RISK, [...slice, since, to]);
  const counts = (part: string, { of, declined }: Record<string, unknown>): Row => ({
    ...{ part, of: String(of), declined: String(declined) },
  });
  const money = (rows: readonly Record<string, unknown>[], part: string): Row[] =>
    rows.map(({ currency, amount, count = "" }) => ({
      ...{ part: `${part} ${currency}`, amount: String(amount), count: String(count) },
    }));
  const filter = new URLSearchParams({
    outcome: "declined",
    ...(dimension === "all" ? {} : { [dimension]: value }),
  });
  const preview = await read(asking, `/test/payment-retries/preview?${filter}`);
  const retryable = await query(RETRYABLE, [...slice, dateFromMs(0)]);
  return compareRows(
    [
      counts("current", incident.current),
      counts("usual", incident.usual),
      ...money(incident.atRisk, "at risk"),
      ...money(preview.retryable, "can be retried"),
    ],
    [
      counts("current", current!),
      counts("usual", usual!),
      ...money(atRisk, "at risk"),
      ...money(retryable, "can be retried"),
    ],
    ({ part }) => part!,
  );
}
