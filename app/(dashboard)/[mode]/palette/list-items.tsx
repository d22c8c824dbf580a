import { ListFilter } from "lucide-react";
import type { FilterDef } from "#components/filters/filters.ts";
import { parseFilter, printFilter } from "#components/filters/syntax/syntax.ts";
import { slug, wordsOf } from "#components/filters/syntax/words.ts";
import { ENTRY_FILTERS } from "../balance/entry-filters.ts";
import { BATCH_FILTERS } from "../batches/batch-filters.ts";
import { CUSTOMER_FILTERS } from "../customers/customer-filters.ts";
import { DISPUTE_FILTERS } from "../disputes/dispute-filters.ts";
import { INVOICE_FILTERS } from "../invoices/invoice-filters.ts";
import { LOG_FILTERS } from "../logs/log-filters.ts";
import { MANDATE_FILTERS } from "../mandates/mandate-filters.ts";
import { PAYMENT_FILTERS } from "../payments/payment-filters.ts";
import { PAYOUT_FILTERS } from "../payouts/payout-filters.ts";
import { PLAN_FILTERS } from "../plans/plan-filters.ts";
import { REFUND_FILTERS } from "../refunds/refund-filters.ts";
import { SETTLEMENT_FILTERS } from "../settlements/settlement-filters.ts";
import { SUBSCRIPTION_FILTERS } from "../subscriptions/subscription-filters.ts";
import { DELIVERY_FILTERS, EVENT_FILTERS } from "../webhooks/hook-filters.ts";
import type { GoItem } from "./found-items.tsx";

type List = { label: string; path: string; defs: readonly FilterDef[] };

/** The lists whose filters can be typed, the likeliest first. */
const LISTS: readonly List[] = [
  { label: "Payments", path: "payments", defs: PAYMENT_FILTERS },
  { label: "Refunds", path: "refunds", defs: REFUND_FILTERS },
  { label: "Disputes", path: "disputes", defs: DISPUTE_FILTERS },
  { label: "Customers", path: "customers", defs: CUSTOMER_FILTERS },
  { label: "Payouts", path: "payouts", defs: PAYOUT_FILTERS },
  { label: "Settlements", path: "settlements", defs: SETTLEMENT_FILTERS },
  { label: "Subscriptions", path: "subscriptions", defs: SUBSCRIPTION_FILTERS },
  { label: "Invoices", path: "invoices", defs: INVOICE_FILTERS },
  { label: "Deliveries", path: "webhooks/deliveries", defs: DELIVERY_FILTERS },
  { label: "Logs", path: "logs", defs: LOG_FILTERS },
  { label: "Events", path: "events", defs: EVENT_FILTERS },
  { label: "Balance", path: "balance", defs: ENTRY_FILTERS },
  { label: "Batches", path: "batches", defs: BATCH_FILTERS },
  { label: "Mandates", path: "mandates", defs: MANDATE_FILTERS },
  { label: "Plans", path: "plans", defs: PLAN_FILTERS },
];

/** Lists that are offered when the text does not name one. */
const MOST = 3;

type Here = { mode: string; pathname: string; currency: string };

/** Lists with the filter that was typed: `payments status:failed last7d`. Without the name of a list, the lists that
 *  understand every word, the present one first. Text without a filter needs the name. */
export function listItems(typed: string, here: Here): GoItem[] {
  const [first, second] = wordsOf(typed);
  if (!first) return [];
  const named = LISTS.find(({ label }) => slug(label) === slug(first.text));
  if (named) return second ? [itemOf(named, typed.slice(second.start), here)] : [];
  const isHere = ({ path }: List) => here.pathname === `/${here.mode}/${path}`;
  return [...LISTS]
    .sort((a, b) => Number(isHere(b)) - Number(isHere(a)))
    .filter(({ defs }) => isFilter(defs, typed))
    .slice(0, MOST)
    .map((list) => itemOf(list, typed, here));
}

function isFilter(defs: readonly FilterDef[], typed: string): boolean {
  const { values, faults } = parseFilter(defs, typed);
  return faults.length === 0 && Object.keys(values).some((key) => key !== "q");
}

function itemOf({ label, path, defs }: List, typed: string, { mode, currency }: Here): GoItem {
  const { values, faults } = parseFilter(defs, typed, { currency });
  const [fault] = faults;
  const query = new URLSearchParams(values);
  return {
    id: `list ${path}`,
    label: `${label}: ${printFilter(defs, values) || "all"}`,
    note: fault && `${fault.word} ${fault.message}`,
    icon: <ListFilter className="size-4" aria-hidden />,
    href: `/${mode}/${path}${query.size > 0 ? `?${query}` : ""}`,
  };
}
