import { DAY_MS, dateFromMs, nowMs, toIsoSeconds } from "./clock.ts";
import { EXAMPLE_DAY } from "./vocabulary/example-day.ts";

const dayOf = (ms: number) => toIsoSeconds(dateFromMs(ms)).slice(0, EXAMPLE_DAY.length);

export const today = () => dayOf(nowMs());

/** Text with yesterday (UTC) in place of the example day. */
export const withRecentDay = (text: string) =>
  text.replaceAll(EXAMPLE_DAY, dayOf(nowMs() - DAY_MS));
