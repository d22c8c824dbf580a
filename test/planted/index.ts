import { FUNDS } from "./funds.ts";
import { LEDGER } from "./ledger.ts";
import type { Plant } from "./plant.ts";
import { ROLLUPS } from "./rollups.ts";
import { ENTRIES, OBJECTS } from "./rows.ts";
import { SEALED } from "./sealed.ts";

export { type Plant, TABLES } from "./plant.ts";

/** All corruptions, by name. */
export const PLANTS: Record<string, Plant> = {
  ...LEDGER,
  ...ENTRIES,
  ...OBJECTS,
  ...FUNDS,
  ...ROLLUPS,
  ...SEALED,
};
