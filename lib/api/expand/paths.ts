import { z } from "zod";
import type { Route } from "../contract/route.ts";

/** Fields that hold an identifier and can be inlined: per kind of object, the field and the kind it
 *  points to. */
export const EXPANDABLE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  dispute: { payment: "payment" },
  delivery: { event: "event", endpoint: "webhook_endpoint" },
  customer: { default_payment_method: "payment_method" },
  mandate: { customer: "customer", payment_method: "payment_method" },
  payment: { customer: "customer", payment_method: "payment_method", mandate: "mandate" },
  payment_method: { customer: "customer" },
  payout: { batch: "payout_batch" },
  refund: { payment: "payment" },
  subscription: {
    customer: "customer",
    plan: "plan",
    payment_method: "payment_method",
    mandate: "mandate",
    latest_invoice: "invoice",
  },
  invoice: { subscription: "subscription", customer: "customer", payment: "payment" },
};

/** Most fields in one path (decisions §2); `data` of a list is not counted. */
const MAX_DEPTH = 4;

/** Every path that `expand` may name on a route: `customer`, or `data.customer` on a list. */
export function expandPathsOf(route: Route): ReadonlySet<string> {
  const paths = new Set<string>();
  const descend = (noun: string, prefix: string, depth: number) => {
    if (depth === MAX_DEPTH) return;
    for (const [field, target] of Object.entries(EXPANDABLE[noun] ?? {})) {
      paths.add(prefix + field);
      descend(target, `${prefix}${field}.`, depth + 1);
    }
  };
  if (route.returns) descend(route.returns, isList(route) ? "data." : "", 0);
  return paths;
}

/** Whether a route answers with a list. */
export function isList({ response }: Route): boolean {
  return response.schema instanceof z.ZodObject && "has_more" in response.schema.shape;
}
