import { countText } from "#components/format/locale.ts";
import type { Column } from "#components/table/columns.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Badge, Status } from "#components/ui/status.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { MonthView } from "#lib/dashboard/views/closings.ts";
import { monthName } from "./month-name.ts";

type Actions = {
  mode: string;
  mayClose: boolean;
  close: (month: string) => Promise<unknown>;
  timezone: string;
};

export function monthColumns(actions: Actions): readonly Column<MonthView>[] {
  return [
    {
      id: "month",
      header: "Month",
      card: "lead",
      interactive: true,
      cell: (row) =>
        row.closing?.status === "closed" ? (
          <TextLink href={`/${actions.mode}/reports/closing/${row.closing.id}`}>
            {monthName(row.month)}
          </TextLink>
        ) : (
          <span className="font-medium">{monthName(row.month)}</span>
        ),
    },
    {
      id: "state",
      header: "State",
      width: "w-32",
      card: "figure",
      cell: (row) => <State row={row} />,
    },
    {
      id: "closed",
      header: "Closed",
      width: "w-36",
      cell: (row) =>
        row.state === "closed" && row.closing?.finishedAt ? (
          <Timestamp value={row.closing.finishedAt} />
        ) : null,
    },
    {
      id: "corrections",
      header: "Corrections",
      align: "right",
      width: "w-28",
      cell: (row) =>
        row.closing?.checkedAt ? (
          <span className="tabular-nums">{countText(row.corrections)}</span>
        ) : null,
    },
    {
      id: "hash",
      header: "SHA-256",
      width: "w-44",
      from: "xl",
      apart: true,
      cell: (row) =>
        row.closing?.sha256 ? (
          <code className="font-mono text-12" title={row.closing.sha256}>
            {row.closing.sha256.slice(0, 6)}…{row.closing.sha256.slice(-6)}
          </code>
        ) : null,
    },
    {
      id: "actions",
      header: "Action",
      align: "right",
      width: "w-28",
      interactive: true,
      cell: (row) => action(row, actions),
    },
  ];
}

function State({ row }: { row: MonthView }) {
  if (row.state === "open") return <Badge tone="warning">Not closed</Badge>;
  if (row.state === "not_ended") return <Badge>Current month</Badge>;
  if (row.state === "closed") {
    return <Status status="completed">Closed</Status>;
  }
  return <Status status={row.state}>{row.state === "running" ? "Closing" : undefined}</Status>;
}

function action(row: MonthView, { mayClose, close, timezone }: Actions) {
  if (!mayClose || (row.state !== "open" && row.state !== "failed")) return null;
  const name = monthName(row.month);
  return (
    <ConfirmDialog
      title={`Close ${name}?`}
      touches={`The settlement, interchange and declines reports and the journal of ${name} (days in ${timezone}) are made from one snapshot and kept for ever. Payments, refunds and settlements are not affected. A closed month cannot be opened again: what is recorded later is listed as corrections.`}
      verb={`Close ${name}`}
      trigger={
        <Button size="small" aria-label={`Close ${name}`}>
          Close
        </Button>
      }
      onConfirm={() => close(row.month)}
    />
  );
}
