import type { Column } from "#components/table/columns.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Badge } from "#components/ui/status.tsx";
import type { ListColumn } from "#lib/dashboard/lists/index.ts";
import type { AuditEntryView } from "#lib/dashboard/views/account.ts";

/** Action, object, actor, address. */
export const AUDIT_COLUMNS: readonly Column<AuditEntryView, ListColumn<"audit">>[] = [
  {
    id: "what",
    header: "Change",
    card: "lead",
    cell: (row) => (
      <span className="flex min-w-0 items-baseline gap-x-2 max-lg:flex-wrap">
        <span className="shrink-0 font-medium">{row.label}</span>
        {row.subject.name && (
          // On a phone an address breaks where it must, so that the time stays on the first line.
          <span className="truncate text-ink-muted max-md:wrap-anywhere" title={row.subject.name}>
            {row.subject.name}
          </span>
        )}
      </span>
    ),
  },
  {
    id: "mode",
    header: "Mode",
    width: "w-20",
    cell: (row) =>
      row.mode ? (
        <Badge tone={row.mode === "test" ? "warning" : "neutral"}>{row.mode}</Badge>
      ) : (
        <span className="text-ink-faint">Both</span>
      ),
  },
  {
    id: "who",
    header: "By",
    width: "w-36 lg:w-48",
    cell: (row) => <Actor actor={row.actor} />,
  },
  {
    id: "from",
    header: "From",
    width: "w-40",
    from: "lg",
    cell: (row) =>
      row.address ? (
        <code className="font-mono text-12 text-ink-muted">{row.address}</code>
      ) : (
        <span className="text-ink-faint">This installation</span>
      ),
  },
  {
    id: "when",
    header: "When",
    align: "right",
    width: "w-28 lg:w-32",
    card: "figure",
    cell: (row) => <Timestamp value={row.createdAt} form="list" />,
  },
];

/** Members by name; keys are marked as keys. */
export function Actor({ actor }: { actor: AuditEntryView["actor"] }) {
  if (actor.type === "member") return <span className="truncate">{actor.name}</span>;
  return (
    <span className="truncate">
      <span className="text-ink-faint">{actor.type === "key" ? "Key " : ""}</span>
      {actor.type === "system" ? (SYSTEM_NAMES[actor.id] ?? actor.id) : actor.name}
    </span>
  );
}

/** Actors that are neither members nor keys. */
const SYSTEM_NAMES: Readonly<Record<string, string>> = {
  operator: "Operator",
  rail: "Acquirer",
  expiry: "Expired without a decision",
  stranger: "Unknown person",
};
