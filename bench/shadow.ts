// The time to compare a merchant's last week in two versions: 10,000 events, field by field.

import { getPool } from "#db/client.ts";
import { shadowDiff } from "#lib/domain/events/index.ts";
import { askOwner } from "#test/as-owner.ts";
import { eventRow } from "#test/hook-rows.ts";
import { type Figure, median } from "./figures.ts";
import { makeMerchant, type Stage } from "./stage.ts";

const EVENTS = 10_000;
const TYPES = ["payment.failed", "payment.succeeded", "refund.failed", "refund.settled"] as const;
const LIMIT_MS = 2_000;

// One event of each type has the newest shape; the rest are copies of them.
const MORE = `
  insert into events (account_id, id, mode, type, object_id, version, data, created_at)
  select e.account_id, e.id || lpad(n::text, 6, '0'), e.mode, e.type, e.object_id, e.version, e.data,
         e.created_at
    from events e cross join generate_series(2, $2) n
   where e.account_id = $1`;

/** Measures the comparison that the Versions screen makes before a pin is changed. */
export async function measureShadow(
  stage: Stage,
  { rounds }: { rounds: number },
  say: (figure: Figure) => void,
): Promise<void> {
  await stage.useDatabase("bench_shadow");
  const merchant = await makeMerchant();
  for (const type of TYPES) await eventRow(merchant, { type });
  await getPool().query(MORE, [merchant.account.id, EVENTS / TYPES.length]);
  await askOwner("analyze events");
  for (const [from, to] of [
    ["2026-04-01", "2025-04-01"],
    ["2025-04-01", "2025-10-01"],
  ] as const) {
    const took: number[] = [];
    for (let round = 0; round < rounds + 1; round++) {
      const begun = performance.now();
      const { events } = await shadowDiff(merchant.ctx.test, { from, to });
      if (events !== EVENTS) throw new Error(`${events} events were compared, not ${EVENTS}`);
      took.push(performance.now() - begun);
    }
    say({
      name: `${EVENTS.toLocaleString("en")} recent objects in ${from} and ${to}, field by field`,
      unit: "ms",
      ours: median(took.slice(1)),
      limit: null,
      limitName: "",
      ratio: null,
      bound: { kind: "at most", of: "value", value: LIMIT_MS },
    });
  }
}
