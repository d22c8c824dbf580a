/** Periods of the home screen; the first is the default. */
export const HOME_RANGES = ["28d", "7d"] as const;
export type HomeRange = (typeof HOME_RANGES)[number];

/** Their lengths in days. */
export const HOME_RANGE_DAYS: Readonly<Record<HomeRange, number>> = { "28d": 28, "7d": 7 };
