import { read } from "#lib/dashboard/client.ts";
import type { CallerPart, UsageSlot } from "#lib/kernel/vocabulary/keys.ts";

type Shown = { part: CallerPart; per: UsageSlot };

/** The first view of a key's callers. */
export const FIRST_CALLERS: Shown = { part: "address", per: "minute" };

/** The callers of a key and of the other keys of its rotation. */
export const callersRead = (mode: string, id: string, shown: Shown) =>
  read("/:mode/keys/:id/callers", { mode, id }, shown);
