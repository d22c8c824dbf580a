import { asOwner } from "#test/as-owner.ts";
import * as sql from "./causes-sql.ts";

type Asked = {
  accountId: string;
  zone: string;
  currency: string;
  from: Date;
  to: Date;
  /** Conditions over payments, if the screen is filtered. */
  limits: readonly string[];
};

export type RecomputedCause = {
  dimension: string;
  value: string;
  from: Date;
  to: Date;
  isWhole: boolean;
  payments: number;
  declined: number;
  usual: number;
  points: number;
  also: string[];
};

export type Recomputed =
  | { kind: "causes"; causes: RecomputedCause[] }
  | { kind: "nothing"; least: { of: number; rate: number; usual: number } }
  | { kind: "too_few"; payments: number };

type Best = {
  dimension: string;
  value: string;
  first: number;
  last: number;
  n: number;
  declined: number;
  rest_n: number;
  rest_declined: number;
};
type Run = <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

/** Recomputes the causes of declines of a range from raw rows. */
export function recomputeCauses(asked: Asked): Promise<Recomputed> {
  return asOwner(async (client) => {
    const run: Run = async (text, values = []) =>
      (await client.query(text, [...values])).rows as never;
    await run(sql.SETUP);
    const [{ unit }] = (await run<{ unit: string }>(sql.UNIT, [asked.from, asked.to])) as [
      { unit: string },
    ];
    const names = { slots: "slots", series: "series" } as const;
    await run(sql.slotsSql(names, unit), [asked.from, asked.to]);
    const { accountId, zone, currency, from, to, limits } = asked;
    await run(sql.seriesSql(names, { limits, only: false }), [accountId, zone, currency, from, to]);
    await run("insert into original select * from series");
    const [total] = await run<{ n: number; declined: number }>(sql.TOTAL);
    await run(sql.FIND_BEST);
    let sure = await run<Best>(sql.SURE);
    if (sure.length === 0) return await silence(run, total!);
    const causes: RecomputedCause[] = [];
    while (causes.length < sql.MOST && sure.length > 0) {
      const [first, ...others] = sure;
      const best = first!;
      await run(sql.EXPLAIN, [
        ...[best.dimension, best.value, best.first, best.last],
        ...[best.rest_n, best.rest_declined, accountId, currency],
      ]);
      await run("truncate best");
      await run(sql.FIND_BEST);
      sure = await run<Best>(sql.SURE);
      const still = new Set(sure.map(keyOf));
      const also = others.filter((one) => one.dimension !== "all" && !still.has(keyOf(one)));
      const cause = await causeOf(run, asked, { best, total: total!, unit });
      causes.push({ ...cause, also: also.map(keyOf).sort() });
    }
    return { kind: "causes", causes: onceEach(causes) };
  });
}

/** A window that is found twice, by coarser windows that overlap, is one cause. */
function onceEach(causes: readonly RecomputedCause[]): RecomputedCause[] {
  const kept: RecomputedCause[] = [];
  for (const one of causes) {
    const earlier = kept.find(
      (other) => keyOf(other) === keyOf(one) && +other.from === +one.from && +other.to === +one.to,
    );
    if (!earlier) kept.push({ ...one });
    else earlier.also = [...new Set([...earlier.also, ...one.also])];
  }
  return kept;
}

const keyOf = ({ dimension, value }: { dimension: string; value: string }) =>
  `${dimension} ${value}`;
const rateOf = (n: number, declined: number) => (n === 0 ? 0 : declined / n);

async function silence(
  run: Run,
  { n, declined }: { n: number; declined: number },
): Promise<Recomputed> {
  const [{ tests }] = (await run<{ tests: number }>(
    "select coalesce(sum(tests), 0)::int as tests from best",
  )) as [{ tests: number }];
  const [least] = await run<{ of: string; rate: number; usual: number }>(sql.LEAST, [
    n,
    declined,
    tests,
  ]);
  if (!least) return { kind: "too_few", payments: n };
  return { kind: "nothing", least: { ...least, of: Number(least.of) } };
}

const FINER: Readonly<Record<string, string>> = { month: "day", day: "hour" };
const SHORT = 3;

type Found = { best: Best; total: { n: number }; unit: string };

async function causeOf(
  run: Run,
  asked: Asked,
  { best, total, unit }: Found,
): Promise<Omit<RecomputedCause, "also">> {
  const { dimension, value, first, last } = best;
  const [counts] = await run<{ n: number; declined: number }>(sql.COUNTED, [
    dimension,
    value,
    first,
    last,
  ]);
  const [span] = await run<{ starts: Date; ends: Date }>(sql.SPAN, [first, last]);
  const [{ most }] = (await run<{ most: number }>("select max(slot) as most from slots")) as [
    { most: number },
  ];
  const isWhole = first === 0 && last === most;
  const usual = rateOf(best.rest_n, best.rest_declined);
  let found = {
    from: new Date(Math.max(span!.starts.getTime(), asked.from.getTime())),
    to: new Date(Math.min(span!.ends.getTime(), asked.to.getTime())),
    payments: counts!.n,
    declined: counts!.declined,
    usual,
    points: (100 * (best.declined - best.n * usual)) / total.n,
  };
  let slots = last - first + 1;
  let size = unit;
  for (let finer = FINER[size]; !isWhole && finer && slots <= SHORT; finer = FINER[size]) {
    const refined = await refine(run, asked, { ...best, ...found, size, finer });
    slots = refined ? refined.slots : Number.POSITIVE_INFINITY;
    if (refined) found = { ...refined.found, points: (100 * refined.excess) / total.n };
    size = finer;
  }
  return { dimension, value, isWhole, ...found };
}

type Window = Best & { from: Date; to: Date; size: string; finer: string };

async function refine(run: Run, asked: Asked, window: Window) {
  const { dimension, value, from, to, size, finer } = window;
  const [around] = await run<{ starts: Date; ends: Date }>(sql.aroundSql(size), [
    from,
    to,
    asked.from,
    asked.to,
  ]);
  const { starts, ends } = around!;
  const names = { slots: "near_slots", series: "near_series" } as const;
  await run("truncate near_slots, near_series");
  await run(sql.slotsSql(names, finer), [starts, ends]);
  const own = [asked.accountId, asked.zone, asked.currency, starts, ends, dimension, value];
  await run(sql.seriesSql(names, { limits: asked.limits, only: true }), own);
  type Near = Best & { starts: Date; ends: Date };
  const [near] = await run<Near>(sql.REFINE, [dimension, value]);
  if (!near) return null;
  const usual = rateOf(near.rest_n, near.rest_declined);
  const clip = (at: Date) =>
    new Date(Math.min(Math.max(at.getTime(), asked.from.getTime()), asked.to.getTime()));
  return {
    slots: near.last - near.first + 1,
    excess: near.declined - near.n * usual,
    found: {
      from: clip(near.starts),
      to: clip(near.ends),
      payments: near.n,
      declined: near.declined,
      usual,
      points: 0,
    },
  };
}
