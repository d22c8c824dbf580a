import { CARD_DATA_REFUSED, findCardData } from "#lib/kernel/card-data.ts";
import { holdsCardData } from "#lib/kernel/card-numbers.ts";
import { ApiError, invalid } from "#lib/kernel/errors.ts";
import type { DashboardMiddleware } from "../types.ts";

/** Refuses card data in a path and a query: identifiers are kept with the answers to repeats, filters in the audit
 *  log and in downloads. Throws `resource_missing`, or `parameter_invalid` naming the parameter. Bodies are checked
 *  by `readBody`. */
export const noCardData: DashboardMiddleware = async (c, next) => {
  if (holdsCardData(c.req.path)) {
    throw new ApiError("resource_missing", "There is nothing at this address.");
  }
  const found = findCardData(c.req.queries(), () => false);
  if (found) throw invalid(String(found[0]), CARD_DATA_REFUSED);
  await next();
};
