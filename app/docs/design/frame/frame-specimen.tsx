"use client";

import { Download } from "lucide-react";
import { FilterBar } from "#components/filters/filter-bar.tsx";
import { FilterQuery } from "#components/filters/filter-query.tsx";
import type { FilterDef } from "#components/filters/filters.ts";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { Frame } from "#components/frame/frame.tsx";
import { placesOf } from "#components/frame/navigation.ts";
import { Money } from "#components/money/money.tsx";
import { ColumnPicker } from "#components/table/column-picker.tsx";
import type { Column } from "#components/table/columns.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { useColumns } from "#components/table/use-columns.ts";
import { TimeProvider } from "#components/time/time-context.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Button } from "#components/ui/button.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import { ShortId } from "#components/ui/short-id.tsx";
import { Status } from "#components/ui/status.tsx";
import { statusWord } from "#components/ui/status-labels.ts";
import { toast } from "#components/ui/toast.tsx";
import { SPECIMEN_NOW, SPECIMEN_PAYMENTS, type SpecimenPayment } from "../specimen-data.ts";
import { SpecimenBell, SpecimenTabs } from "./frame-parts.tsx";

const FILTERS: readonly FilterDef[] = [
  {
    key: "status",
    label: "Status",
    kind: "choice",
    many: true,
    choices: ["succeeded", "processing", "requires_action", "failed", "canceled"].map((value) => ({
      value,
      label: statusWord(value).toLowerCase(),
    })),
  },
  { key: "created", label: "Created", kind: "period" },
  { key: "amount", label: "Amount", kind: "amount", currencies: ["EUR", "GBP", "JPY"] },
  { key: "customer", label: "Customer", kind: "text", placeholder: "cus_…", mono: true },
];

const COLUMNS: readonly Column<SpecimenPayment>[] = [
  {
    id: "amount",
    header: "Amount",
    align: "right",
    width: "w-36",
    card: "lead",
    cell: (row) => <Money amount={row.amount} currency={row.currency} className="font-medium" />,
  },
  {
    id: "status",
    header: "Status",
    width: "w-36",
    card: "figure",
    cell: (row) => <Status status={row.status} />,
  },
  { id: "customer", header: "Customer", cell: (row) => row.customer },
  { id: "method", header: "Method", cell: (row) => row.method },
  {
    id: "id",
    header: "Payment",
    width: "w-40",
    interactive: true,
    cell: (row) => <ShortId id={row.id} what="payment id" />,
  },
  {
    id: "created",
    header: "Created",
    align: "right",
    width: "w-36",
    cell: (row) => <Timestamp value={row.created} />,
  },
];

const FIRST = { id: "acct_specimen", name: "Hallmark Cycles" };

/** The dashboard frame around a list with sample data. */
export function FrameSpecimen() {
  const filters = useUrlFilters(FILTERS);
  const columns = useColumns(COLUMNS);
  const statuses = filters.values.status?.split(",");
  const rows = SPECIMEN_PAYMENTS.filter((row) => !statuses || statuses.includes(row.status));
  return (
    <TimeProvider zone="Europe/Berlin" renderedAt={SPECIMEN_NOW}>
      <Frame
        mode="test"
        person={{ name: "Dana Whitlock", email: "dana@hallmark.example" }}
        account={FIRST}
        accounts={[FIRST]}
        places={placesOf("test", ["use_shell", "use_sandbox"])}
        onEditFavourites={() => {}}
        collapsed={["Settings"]}
        waiting={{ disputes: 3 }}
        narrow={false}
        density="comfortable"
        alerts={<SpecimenBell />}
        onSwitchAccount={() => undefined}
        onSignOut={() => toast.note("This is a sample. Nobody is signed in.")}
      >
        <PageHeader
          title="Payments"
          count={rows.length}
          actions={
            <Button icon={<Download className="size-3.5" aria-hidden />}>Export rows</Button>
          }
        />
        <SpecimenTabs filters={filters} />
        <FilterBar
          filters={filters}
          query={<FilterQuery filters={filters} noun="payments" currency="EUR" />}
          actions={<ColumnPicker columns={columns} />}
        />
        <DataTable
          caption="Payments, newest first"
          columns={columns.shown}
          rows={rows}
          rowKey={(row) => row.id}
          rowHref={(row) => `#${row.id}`}
        />
        <Pagination previousHref={null} nextHref="#older" />
      </Frame>
    </TimeProvider>
  );
}
