import { ApiError } from "#lib/kernel/errors.ts";
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

/** Counts the rows that a filter has, up to a bound. Null if it takes too long, or if the filter is not valid any more. */
function counter<Filter, Row, View, Id extends string, Name extends string>(
  declared: List<Filter, Row, View, Id, Name>,
): Counter {
  return async (c, values) => {
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
}

const bounded = (counted: number, most: number): MatchCount => ({
  total: Math.min(counted, most),
  orMore: counted > most,
});

/** The lists with saved views. */
export const COUNTERS: Readonly<Record<ViewedList, Counter>> = {
  payments: counter(paymentList),
  refunds: counter(refundList),
  disputes: counter(disputeList),
  customers: counter(customerList),
  mandates: counter(mandateList),
  plans: counter(planList),
  subscriptions: counter(subscriptionList),
  invoices: counter(invoiceList),
  balance: counter(entryList),
  settlements: counter(settlementList),
  payouts: counter(payoutList),
  "payout-batches": counter(batchList),
  deliveries: counter(deliveryList),
  events: counter(eventList),
  logs: counter(requestList),
};
