"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type FilterValues, withoutCursors } from "#components/filters/filters.ts";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { useColumns } from "#components/table/use-columns.ts";
import { useRowSelection } from "#components/table/use-row-selection.ts";
import { later } from "#components/ui/later.tsx";
import { read } from "#lib/dashboard/client.ts";
import { useSession } from "../../session.tsx";
import { usePolling } from "../live-updates/live-updates.tsx";
import { ChosenRows } from "../shared/chosen-rows.tsx";
import { ListScreen } from "../shared/list-screen.tsx";
import { NothingYet } from "../shared/list-states.tsx";
import { FirstPayment } from "./first-payment.tsx";
import { PAYMENT_COLUMNS } from "./list-columns.tsx";
import { PAYMENT_FILTERS, PAYMENT_TABS } from "./payment-filters.ts";
import { RetryDeclines } from "./retry-declines.tsx";

const PaymentPreview = later<{ id: string }>(() =>
  import("./acquirer-preview.tsx").then(({ PaymentPreview }) => PaymentPreview),
);

const REFRESH_MS = 10_000;

/** Whether the filters ask for declined payments. */
const isAboutDeclines = ({ status, outcome, decline, decline_kind }: FilterValues) =>
  Boolean(decline || decline_kind) ||
  (status ?? "").split(",").includes("failed") ||
  (outcome ?? "").split(",").includes("declined");

/** Every payment of the mode. The filters are in the address. */
export function PaymentsScreen() {
  const { mode, session } = useSession();
  const filters = useUrlFilters(PAYMENT_FILTERS);
  const columns = useColumns(PAYMENT_COLUMNS, "payments");
  const selection = useRowSelection(JSON.stringify(withoutCursors(filters.values)));
  const polling = usePolling();
  const isNewest = !filters.values.after && !filters.values.before;
  const query = useQuery({
    ...read("/:mode/payments", { mode }, { ...filters.values, ...columns.asked }),
    placeholderData: keepPreviousData,
    // Poll only the newest page; an older page must not move.
    refetchInterval: isNewest && polling(REFRESH_MS),
    meta: { follows: isNewest },
  });
  const list = query.data;
  return (
    <ListScreen
      previewMore={(id) => <PaymentPreview id={id} />}
      title="Payments"
      noun="payments"
      path="/:mode/payments"
      sums={{
        path: "/:mode/payments",
        what: "Requested amounts of all payments that match, also of declined ones.",
      }}
      query={query}
      page={list}
      rows={list?.payments}
      columns={columns}
      selection={session.may.includes("download_reports") ? selection : undefined}
      belowTable={
        <ChosenRows
          path="/:mode/payments"
          selection={selection}
          columns={columns}
          bulk={{ list: "payments", filter: withoutCursors(filters.values), total: list?.total }}
        />
      }
      filters={filters}
      statusTabs={PAYMENT_TABS}
      filterActions={
        isAboutDeclines(filters.values) && <RetryDeclines filter={withoutCursors(filters.values)} />
      }
      rowHref={(row) => `/${mode}/payments/${row.id}`}
      empty={
        <NothingYet noun="payments" teach={<FirstPayment />}>
          The first one appears here as soon as it is made. Make one with this call:
        </NothingYet>
      }
    />
  );
}
