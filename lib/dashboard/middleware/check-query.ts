import { checkText } from "#lib/kernel/body/check-text.ts";
import type { DashboardMiddleware } from "../types.ts";

/** Refuses a query whose names or values hold text that the database cannot: no route has to think of it. Throws
 *  `parameter_invalid` naming the parameter. The listener does the same for paths. */
export const checkQuery: DashboardMiddleware = async (c, next) => {
  const given = Object.entries(c.req.queries());
  checkText(Object.fromEntries(given.map(([name, values]) => [name, values.join()])));
  await next();
};
