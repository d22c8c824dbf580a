import { HOUR_MS } from "#lib/kernel/clock.ts";

/** After so long without one success an endpoint is disabled (service.md §8). */
export const DISABLE_AFTER_MS = 72 * HOUR_MS;

/** After so many hours without a success its owners are told, once each. */
export const WARN_AFTER_HOURS = [24, 48] as const;
