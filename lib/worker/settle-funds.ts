import { finishAdvances } from "#lib/domain/sandbox-clock/index.ts";
import { finishDueSettlements, settleDueFunds } from "#lib/domain/settlements/index.ts";
import { MINUTE_MS, SECOND_MS } from "#lib/kernel/clock.ts";
import { type Loop, repeat } from "./repeat.ts";

/** Settles funds that have passed their cut-off, notes what has arrived, and goes on with sandbox clocks
 *  that were left half-way. */
export function startSettling(): Loop[] {
  return [
    repeat("settling funds", MINUTE_MS, settleDueFunds),
    repeat("noting what has arrived", MINUTE_MS, async () => {
      while (await finishDueSettlements());
    }),
    repeat("advancing sandbox clocks", SECOND_MS, finishAdvances),
  ];
}
