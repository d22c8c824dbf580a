import { ApiError, invalid } from "#lib/kernel/errors.ts";
import type { KeysetSlice } from "#lib/kernel/page.ts";
import type { ViewedList } from "#lib/kernel/vocabulary/list-views.ts";
import type { DashboardContext } from "../types.ts";
import { entryList, settlementList } from "./balance.ts";
import { invoiceList, planList, subscriptionList } from "./billing.ts";
import { customerList, mandateList } from "./customers.ts";
import { filterOf, type List } from "./list.ts";
import { requestList } from "./logs.ts";
import { disputeList, paymentList, refundList } from "./payments.ts";
import { batchList, payoutList } from "./payouts.ts";
import { deliveryList, eventList } from "./webhooks.ts";

/** Rows are counted up to here: what a tab says of more is "1,000+". */
const MOST_COUNTED = 1_000;
/** Lists without a count of their own read so many rows. */
const MOST_READ = 100;

/** How many rows a filter has. `orMore`: more rows match than `total`; they are not counted. */
export type MatchCount = { total: number; orMore: boolean };

type Counter = (
  c: DashboardContext,
  values: Readonly<Record<string, string>>,
) => Promise<MatchCount | null>;

type Viewed = {
  /** Counts the rows that a filter has, up to a bound. Null if it takes too long, or if the filter is not valid any more. */
  count: Counter;
  /** Throws `parameter_invalid` with the filter's name. */
  check: (c: DashboardContext, values: Readonly<Record<string, string>>) => Promise<void>;
};

function viewed<Filter, Row, View, Id extends string, Name extends string>(
  declared: List<Filter, Row, View, Id, Name>,
): Viewed {
  const count: Counter = async (c, values) => {
    try {
      const filter = await filterOf(declared, c, values);
      if (declared.count) {
        const counted = await declared.count(c, filter, MOST_COUNTED + 1);
        return counted === null ? null : bounded(counted, MOST_COUNTED);
      }
      const page = { after: null, before: null, limit: MOST_READ };
      const { rows, older }: KeysetSlice<Row> = await declared.page(c, filter, page);
      return { total: rows.length, orMore: older !== null };
    } catch (error) {
      if (error instanceof ApiError) return null;
      throw error;
    }
  };
  return {
    count,
    check: async (c, values) => {
      await filterOf(declared, c, values);
    },
  };
}

const bounded = (counted: number, most: number): MatchCount => ({
  total: Math.min(counted, most),
  orMore: counted > most,
});

/** The lists with saved views. */
const VIEWED: Readonly<Record<ViewedList, Viewed>> = {
  payments: viewed(paymentList),
  refunds: viewed(refundList),
  disputes: viewed(disputeList),
  customers: viewed(customerList),
  mandates: viewed(mandateList),
  plans: viewed(planList),
  subscriptions: viewed(subscriptionList),
  invoices: viewed(invoiceList),
  balance: viewed(entryList),
  settlements: viewed(settlementList),
  payouts: viewed(payoutList),
  "payout-batches": viewed(batchList),
  deliveries: viewed(deliveryList),
  events: viewed(eventList),
  logs: viewed(requestList),
};

const valuesOf = (query: string) => Object.fromEntries(new URLSearchParams(query));

/** How many rows a query has, up to a bound; null if counting takes too long or the query is not valid any more. */
export const countQuery = (c: DashboardContext, list: ViewedList, query: string) =>
  VIEWED[list].count(c, valuesOf(query));

/** Throws `parameter_invalid` for `query` if its filters are not valid for the list. */
export async function checkQuery(
  c: DashboardContext,
  { list, query }: { list: ViewedList; query?: string | undefined },
): Promise<void> {
  if (query === undefined) return;
  try {
    await VIEWED[list].check(c, valuesOf(query));
  } catch (error) {
    throw error instanceof ApiError ? invalid("query", error.message) : error;
  }
}
