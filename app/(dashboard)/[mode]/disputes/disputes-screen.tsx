"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Deadline } from "#components/disputes/deadline.tsx";
import { reasonName } from "#components/disputes/reasons.ts";
import { withoutCursors } from "#components/filters/filters.ts";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { Money } from "#components/money/money.tsx";
import { CustomerName } from "#components/payments/customer-name.tsx";
import { Instrument } from "#components/payments/instrument.tsx";
import { brandName, codeLabel, scaLabel } from "#components/payments/labels.ts";
import type { Column } from "#components/table/columns.ts";
import { useColumns } from "#components/table/use-columns.ts";
import { useRowSelection } from "#components/table/use-row-selection.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { later } from "#components/ui/later.tsx";
import { Status } from "#components/ui/status.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { ListColumn } from "#lib/dashboard/lists/index.ts";
import type { DisputeListItemView } from "#lib/dashboard/views/disputes.ts";
import { useSession } from "../../session.tsx";
import { usePolling } from "../live-updates/live-updates.tsx";
import { ChosenRows } from "../shared/chosen-rows.tsx";
import { ListScreen } from "../shared/list-screen.tsx";
import { NothingYet } from "../shared/list-states.tsx";
import {
  countryColumn,
  idColumn,
  moneyColumn,
  textColumn,
  timeColumn,
} from "../shared/optional-columns.tsx";
import { useOrigin } from "../shared/use-origin.ts";
import { DISPUTE_FILTERS, DISPUTE_TABS } from "./dispute-filters.ts";

const DisputePreview = later<{ id: string }>(() =>
  import("../payments/acquirer-preview.tsx").then(({ DisputePreview }) => DisputePreview),
);

/** Only in an empty list. */
const SampleCall = later<{ title?: string; code: string }>(() =>
  import("../shared/sample-call.tsx").then(({ SampleCall }) => SampleCall),
);

const REFRESH_MS = 30_000;

/** Every dispute of the mode, by status. The filters are in the address. */
export function DisputesScreen() {
  const { mode, session } = useSession();
  const filters = useUrlFilters(DISPUTE_FILTERS);
  const columns = useColumns(DISPUTE_COLUMNS, "disputes");
  const selection = useRowSelection(JSON.stringify(withoutCursors(filters.values)));
  const polling = usePolling();
  const query = useQuery({
    ...read("/:mode/disputes", { mode }, { ...filters.values, ...columns.asked }),
    placeholderData: keepPreviousData,
    refetchInterval: polling(REFRESH_MS),
  });
  const list = query.data;
  return (
    <ListScreen
      previewMore={(id) => <DisputePreview id={id} />}
      title="Disputes"
      noun="disputes"
      path="/:mode/disputes"
      sums={{
        path: "/:mode/disputes",
        what: "Disputed amounts of all disputes that match, without fees.",
      }}
      query={query}
      page={list}
      rows={list?.disputes}
      columns={columns}
      selection={session.may.includes("download_reports") ? selection : undefined}
      belowTable={
        <ChosenRows
          path="/:mode/disputes"
          selection={selection}
          columns={columns}
          bulk={{ list: "disputes", filter: withoutCursors(filters.values), total: list?.total }}
        />
      }
      filters={filters}
      statusTabs={DISPUTE_TABS}
      rowHref={(row) => `/${mode}/disputes/${row.id}`}
      empty={<NoDisputes />}
    />
  );
}

function NoDisputes() {
  const { mode } = useSession();
  const origin = useOrigin();
  const code = `curl ${origin}/v1/payments \\
  -H "Authorization: Bearer $PAYDESK_SECRET_KEY" \\
  -H "Idempotency-Key: disputed-1" \\
  -d amount=1999 -d currency=EUR -d method=card \\
  -d payment_method=pm_test_4000000000000259`;
  return (
    <NothingYet
      noun="disputes"
      teach={
        mode === "test" && (
          <SampleCall title="A card whose payments are disputed within one hour" code={code} />
        )
      }
    >
      When a payer's bank takes a payment back, the dispute is listed here with its reason, the
      evidence that wins it, and the deadline.
      {mode === "test" &&
        " To create one, pay with this card and advance the sandbox clock by one hour:"}
    </NothingYet>
  );
}

/** Disputes with reason and deadline. */
const DISPUTE_COLUMNS: readonly Column<DisputeListItemView, ListColumn<"disputes">>[] = [
  {
    id: "amount",
    sort: "amount",
    header: "Amount",
    align: "right",
    width: "w-28",
    card: "lead",
    cell: (row) => <Money amount={row.amount} currency={row.currency} className="font-medium" />,
  },
  {
    id: "status",
    header: "Status",
    width: "w-40",
    card: "figure",
    apart: true,
    cell: (row) => <Status status={row.status} />,
  },
  {
    id: "reason",
    header: "Reason",
    width: "w-44",
    cell: (row) => (
      <span className="inline-flex max-w-full items-baseline gap-2">
        <span className="truncate">{reasonName(row.reason)}</span>
        {row.networkReasonCode && (
          <span className="text-12 text-ink-muted tabular-nums">{row.networkReasonCode}</span>
        )}
      </span>
    ),
  },
  {
    id: "due",
    sort: "due",
    header: "Response due",
    width: "w-44",
    cell: (row) => <Deadline by={row.evidenceDueBy} open={row.status === "needs_response"} />,
  },
  {
    id: "customer",
    header: "Customer",
    from: "lg",
    cell: (row) => <CustomerName customer={row.customer} />,
  },
  {
    id: "method",
    header: "Paid with",
    width: "w-42",
    from: "xl",
    cell: (row) => <Instrument {...row.instrument} />,
  },
  {
    id: "created",
    sort: "created",
    header: "Opened",
    align: "right",
    width: "w-28",
    from: "xl",
    cell: (row) => <Timestamp value={row.createdAt} form="list" />,
  },
  idColumn("id", "Dispute", { of: (row) => row.id }),
  textColumn("email", "E-mail", { of: (row) => row.customer?.email ?? null, width: "w-48" }),
  moneyColumn("fee", "Fee", { of: (row) => row.fee }),
  idColumn("payment", "Payment", { of: (row) => row.payment.id }),
  moneyColumn("paid", "Paid", { of: (row) => row.payment.amount }),
  textColumn("description", "Description", { of: (row) => row.payment.description, width: "w-44" }),
  textColumn("evidence", "Evidence", {
    of: (row) => row.evidenceGiven.map(codeLabel).join(", "),
    width: "w-44",
  }),
  textColumn("network", "Card network", { label: brandName }),
  textColumn("issuer", "Issuer", { width: "w-44" }),
  countryColumn("issuerCountry", "Card country"),
  textColumn("sca", "Authentication", { label: (sca) => scaLabel(sca).word }),
  textColumn("liability", "Liable for fraud", { label: codeLabel }),
  textColumn("tags", "Tags"),
  timeColumn("updated", "Updated", { of: (row) => row.updatedAt }),
];
