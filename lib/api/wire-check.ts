import { z } from "zod";
import type { WireFault } from "#lib/domain/events/index.ts";
import { reportWire } from "./contract/reports.ts";
import type { Route } from "./contract/route.ts";

/** A check of objects made by hand against the contract: what the API itself would answer has this
 *  shape. Names of objects that no call answers with are not known to it. */
export function wireCheckOf(routes: readonly Pick<Route, "response">[]) {
  const schemas = new Map<string, z.ZodType>();
  for (const schema of [reportWire, ...routes.map(({ response }) => response.schema)]) {
    const name = schema && z.globalRegistry.get(schema)?.id;
    if (schema && name !== undefined) schemas.set(name, schema);
  }
  return (object: string, data: Record<string, unknown>): WireFault | null => {
    const issue = schemas.get(object)?.safeParse(data).error?.issues[0];
    return issue ? { field: issue.path.join("."), message: issue.message } : null;
  };
}
