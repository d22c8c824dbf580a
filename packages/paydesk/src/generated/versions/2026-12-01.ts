// Generated from the API's contract by `npm run openapi`. Do not edit.

import type * as events from "../events.ts";
import type { Worlds } from "../versions.ts";

export { EVENT_TYPES, type EventType } from "../events.ts";
export type * from "../objects.ts";
export type * from "../requests.ts";

export type PaydeskEvent = events.PaydeskEvent<"2026-12-01">;

/** Every object, by its name in the contract. */
export type Objects = Worlds["2026-12-01"]["objects"];
