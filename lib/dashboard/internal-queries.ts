import type { CostDimension, OutcomeDimension } from "#lib/domain/analytics/index.ts";
import type { ChargeTrait, PaymentTrait } from "#lib/domain/payments/index.ts";
import type { FilterName } from "#lib/domain/reports/index.ts";
import type { ListPath } from "./internal-files.ts";

/** Names of a list that is read page by page, and of its filters. */
type Paged<Name extends string = never> = Name | "after" | "before" | "sort";

/** `Paged`, and the name that asks for optional columns. */
type Columned<Name extends string> = Paged<Name | "more">;

type PaymentFilterName =
  | PaymentTrait
  | ChargeTrait
  | ("q" | "status" | "method" | "currency" | "created" | "hour" | "amount")
  | ("customer" | "payment_method" | "last4" | "decline" | "outcome" | "liability" | "tag");

type ReportName = "period" | "currency";

/** The names in the query of each read; other reads have none. The readers of `list-params.ts` accept only the names
 *  of their route, and `read` and the filters of screens only names of their read. */
type Names = {
  "GET /audit": Paged<"actor" | "about" | "mode" | "created" | "q">;
  "GET /notifications": Paged<"status">;
  "GET /team/members/:id/keys": "role";
  "GET /pairing": "code";

  "GET /:mode/alerts": "before";

  "GET /:mode/home": "range" | "compare" | "currency";
  "GET /:mode/search": "q";
  "GET /:mode/list-views": "list";
  "GET /:mode/list-views/counts": "list" | "of";
  "GET /:mode/tags": "of";
  "GET /:mode/bulk-jobs/:id/objects": Paged<"state">;
  "GET /:mode/clock/preview": "seconds";
  "GET /:mode/checkout": "country";

  "GET /:mode/payments": Columned<PaymentFilterName>;
  "GET /:mode/metadata-keys": "of";
  "GET /:mode/payment-retries/preview": PaymentFilterName;
  "GET /:mode/payment-retries/:id/payments": Paged;
  "GET /:mode/refunds": Columned<
    "q" | "status" | "reason" | "currency" | "created" | "amount" | "payment"
  >;
  "GET /:mode/disputes": Columned<
    "q" | "status" | "reason" | "currency" | "due" | "created" | "tag"
  >;
  "GET /:mode/mandates": Paged<"q" | "status" | "scheme" | "created">;
  "GET /:mode/customers": Columned<"q" | "country" | "created" | "tag">;

  "GET /:mode/plans": Paged<"q" | "state" | "currency">;
  "GET /:mode/subscriptions": Columned<"q" | "status" | "plan" | "customer" | "created">;
  "GET /:mode/invoices": Paged<"q" | "status" | "subscription" | "created">;

  "GET /:mode/balance": Paged<"q" | "type" | "place" | "currency" | "created" | "settlement">;
  "GET /:mode/settlements": Paged<"q" | "status" | "currency" | "arrival" | "cut_off">;
  "GET /:mode/settlements/:id/rows": Paged<"q" | "type">;
  "GET /:mode/payouts": Columned<
    "q" | "status" | "approval" | "rail" | "currency" | "created" | "amount" | "batch" | "tag"
  >;
  "GET /:mode/payout-batches": Paged<"status" | "created">;

  "GET /:mode/settlement-report": ReportName | "month";
  "GET /:mode/reports/declines": ReportName | OutcomeDimension | "hour";
  "GET /:mode/reports/declines/causes": ReportName | OutcomeDimension | "hour";
  "GET /:mode/reports/interchange": ReportName | CostDimension;
  "GET /:mode/reports/interchange/most-expensive": ReportName | CostDimension;
  "GET /:mode/reports/export":
    | FilterName
    | ("type" | "from" | "to" | "timezone" | "status" | "layout" | "group_by" | "columns");
  "GET /:mode/bank-statements": Paged;
  "GET /:mode/bank-statements/sandbox": "from" | "to" | "format";
  "GET /:mode/bank-lines": Paged<"q" | "state" | "statement" | "currency" | "booked">;
  "GET /:mode/bank-lines/:id/candidates": "q";
  "GET /:mode/downloads": Paged;
  "GET /:mode/closings/:id/file": "file";

  "GET /:mode/keys/:id/callers": "per" | "part";
  "GET /:mode/endpoints/:id/history": "window";
  "GET /:mode/endpoints/:id/compare": "to";
  "GET /:mode/endpoints/:id/sample": "type";
  "GET /:mode/deliveries": Paged<
    | ("q" | "status" | "endpoint" | "type" | "answer" | "cause")
    | ("created" | "happened" | "standing")
  >;
  "GET /:mode/deliveries/reconciliation": "happened" | "type" | "endpoint";
  "GET /:mode/replays": Paged;
  "GET /:mode/replays/preview": "from" | "to" | "endpoint" | "type" | "status";
  "GET /:mode/events": Paged<"q" | "type" | "created">;
  "GET /:mode/events/:id": "version";
  "GET /:mode/logs": Paged<
    "q" | "status" | "method" | "call" | "key" | "error" | "version" | "made"
  >;
  "GET /:mode/versions/shadow": "from" | "to";
  "GET /:mode/versions/compare": "from" | "to" | "about";
};

/** The names in the query of a route. */
export type QueryNames<Route> = Route extends keyof Names
  ? Names[Route]
  : Route extends `${string}/json`
    ? "version"
    : Route extends `GET ${infer List extends ListPath}/export`
      ? QueryNames<`GET ${List}`> | "columns" | "ids"
      : Route extends `GET ${infer Summed extends ListPath}/sums`
        ? QueryNames<`GET ${Summed}`>
        : never;

/** The names of a list's filters and pages: `ListNames<"/:mode/payments">`. */
export type ListNames<Path extends ListPath> = QueryNames<`GET ${Path}`>;

/** The query of a route. */
export type QueryOf<Route> = [QueryNames<Route>] extends [never]
  ? Record<string, never>
  : { readonly [Name in QueryNames<Route>]?: string | number | boolean | null | undefined };
