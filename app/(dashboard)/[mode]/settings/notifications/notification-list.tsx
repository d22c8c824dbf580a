import type { FilterDef } from "#components/filters/filters.ts";
import type { Column } from "#components/table/columns.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Status } from "#components/ui/status.tsx";
import { statusWord } from "#components/ui/status-labels.ts";
import type { ListNames } from "#lib/dashboard/internal-queries.ts";
import type { ListColumn } from "#lib/dashboard/lists/index.ts";
import type { NotificationListItemView } from "#lib/dashboard/views/account.ts";
import { MAIL_STATUSES } from "#lib/kernel/vocabulary/mail.ts";

const STATUSES = MAIL_STATUSES.map((value) => ({
  value,
  label: statusWord(value).toLowerCase(),
}));

export const NOTIFICATION_FILTERS: readonly FilterDef<ListNames<"/notifications">>[] = [
  { key: "status", label: "Status", kind: "choice", many: true, choices: STATUSES },
];

/** Messages with recipient and status. */
export const NOTIFICATION_COLUMNS: readonly Column<
  NotificationListItemView,
  ListColumn<"notifications">
>[] = [
  {
    id: "subject",
    header: "Subject",
    card: "lead",
    cell: (row) => <span className="font-medium">{row.subject}</span>,
  },
  {
    id: "status",
    header: "Status",
    width: "w-28",
    card: "figure",
    cell: (row) => <Status status={row.status} />,
  },
  {
    id: "recipient",
    header: "To",
    width: "w-64",
    cell: (row) => <span className="text-ink-muted">{row.recipient}</span>,
  },
  {
    id: "created",
    header: "Created",
    align: "right",
    width: "w-28",
    cell: (row) => <Timestamp value={row.createdAt} form="list" />,
  },
];
