import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { addDays, dayStart, localDay, localMomentSql, zoneOffsets } from "#lib/kernel/period.ts";
import { runPrepared } from "./client.ts";

const ZONES = Intl.supportedValuesOf("timeZone");
const FROM = Date.UTC(2020, 0);
const TO = Date.UTC(2036, 0);
const WEEK_MS = 7 * 86_400_000;

/** The moments at which a zone changes its offset from UTC. */
function changesOf(zone: string): number[] {
  const offsetAt = zoneOffsets(zone);
  const found: number[] = [];
  for (let ms = FROM; ms < TO; ms += WEEK_MS) {
    let [before, after] = [ms, ms + WEEK_MS];
    if (offsetAt(before) === offsetAt(after)) continue;
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (offsetAt(middle) === offsetAt(before)) before = middle;
      else after = middle;
    }
    found.push(after);
  }
  return found;
}

type LocalDay = { zone: string; day: string };

/** Every day within two days of a change, in every zone. */
const CHANGING = ZONES.flatMap((zone) =>
  changesOf(zone).flatMap((ms) => {
    const day = localDay(new Date(ms), zone);
    return [-2, -1, 0, 1, 2].map((count) => ({ zone, day: addDays(day, count) }));
  }),
);

test("in every zone, each day begins where the previous one ends, and has only moments of that day", () => {
  assert.ok(CHANGING.length > 15_000, `${CHANGING.length} days`);
  for (const { zone, day } of CHANGING) {
    const [from, to] = [dayStart(day, zone), dayStart(addDays(day, 1), zone)];
    assert.ok(from < to, `${day} in ${zone}`);
    const moments = [
      from,
      new Date((from.getTime() + to.getTime()) / 2),
      new Date(to.getTime() - 1),
    ];
    for (const moment of moments) {
      assert.equal(localDay(moment, zone), day, `${moment.toISOString()} in ${zone}`);
    }
  }
});

test("each moment is in exactly one day", () => {
  fc.assert(
    fc.property(fc.integer({ min: FROM, max: TO }), fc.constantFrom(...ZONES), (ms, zone) => {
      const day = localDay(new Date(ms), zone);
      assert.ok(dayStart(day, zone).getTime() <= ms);
      assert.ok(ms < dayStart(addDays(day, 1), zone).getTime());
    }),
    { numRuns: 500 },
  );
});

/** Start of each day, and the zone's offsets half a day before and after midnight. */
const STARTS = `
  select zone, day::text as day, floor(extract(epoch from start) * 1000)::text as ms,
         array(select extract(epoch from (near at time zone zone) - (near at time zone 'UTC'))::int
                 from unnest(array[day::timestamp - interval '12 hours', day::timestamp + interval '12 hours']) t(local)
                cross join lateral (select local at time zone 'UTC') n(near)) as offsets
    from (select zone, day, ${localMomentSql("day", "zone")} as start
            from unnest($1::text[], $2::date[]) as given(zone, day)
           where zone in (select name from pg_timezone_names)) starts`;

type Start = LocalDay & { ms: string; offsets: number[] };

/** Whether both have the same rules: the zone data of the database and of the process can differ in version. */
function hasSameRules({ zone, day, offsets }: Start): boolean {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const near = [midnight - 43_200_000, midnight + 43_200_000];
  return near.every((ms, index) => zoneOffsets(zone)(ms) === offsets[index]! * 1_000);
}

test("the database and the process agree on the start of each day", async () => {
  const starts = await runPrepared<Start>("test.day_starts", STARTS, [
    CHANGING.map(({ zone }) => zone),
    CHANGING.map(({ day }) => day),
  ]);
  const comparable = starts.filter(hasSameRules);
  assert.ok(comparable.length > CHANGING.length * 0.95, `${comparable.length} days`);
  const wrong = comparable.filter(
    ({ zone, day, ms }) => dayStart(day, zone).getTime() !== Number(ms),
  );
  assert.deepEqual(wrong, []);
});

test("a midnight that comes twice is the first one, a skipped one is the first moment after it", () => {
  const start = (day: string, zone: string) => dayStart(day, zone).toISOString();
  assert.equal(start("2026-11-01", "America/Havana"), "2026-11-01T04:00:00.000Z");
  assert.equal(start("2026-10-25", "Atlantic/Azores"), "2026-10-25T00:00:00.000Z");
  assert.equal(start("2026-04-24", "Africa/Cairo"), "2026-04-23T22:00:00.000Z");
  assert.equal(start("2026-10-25", "America/Nuuk"), "2026-10-25T02:00:00.000Z");
});
