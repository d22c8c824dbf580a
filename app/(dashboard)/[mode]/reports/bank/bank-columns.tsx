import { Money } from "#components/money/money.tsx";
import type { Column } from "#components/table/columns.ts";
import { dateText } from "#components/time/period-text.ts";
import { Button } from "#components/ui/button.tsx";
import { ShortId } from "#components/ui/short-id.tsx";
import { Status } from "#components/ui/status.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { ListColumn } from "#lib/dashboard/lists/index.ts";
import type { BankLineView, LineMatchView } from "#lib/dashboard/views/bank-statements.ts";
import {
  accountLabel,
  confidenceLabel,
  findingLabel,
  kindLabel,
  objectHref,
  partsLabel,
} from "./bank-labels.ts";

export type LineAction = "match" | "unmatch" | "set-aside";
type Actions = {
  mode: string;
  mayDecide: boolean;
  onAct: (line: BankLineView, action: LineAction) => void;
};

/** The lines of bank statements with what they are about. */
export function bankColumns(
  actions: Actions,
): readonly Column<BankLineView, ListColumn<"bankLines"> | "decide">[] {
  return [
    {
      id: "amount",
      header: "Amount",
      align: "right",
      width: "w-32",
      card: "lead",
      cell: (row) => (
        <Money amount={row.amount} currency={row.currency} sign="always" className="font-medium" />
      ),
    },
    {
      id: "state",
      header: "State",
      width: "w-34",
      card: "figure",
      apart: true,
      cell: (row) => <Status status={row.state} />,
    },
    {
      id: "about",
      header: "About",
      interactive: true,
      cell: (row) => <About line={row} mode={actions.mode} />,
    },
    {
      id: "text",
      header: "On the statement",
      from: "xl",
      cell: (row) => (
        <span className="block min-w-0">
          <span className="block truncate" title={row.text}>
            {row.text || row.references[0] || "No text"}
          </span>
          <span className="block truncate text-12 text-ink-faint">{row.counterparty}</span>
        </span>
      ),
    },
    {
      id: "account",
      header: "Account",
      width: "w-28",
      from: "2xl",
      cell: (row) => <span className="tabular-nums">{accountLabel(row.bankAccount)}</span>,
    },
    {
      id: "booked",
      header: "Booked",
      align: "right",
      width: "w-28",
      from: "lg",
      cell: (row) => (
        <span className="tabular-nums" title={`Value date ${dateText(row.valueDay)}`}>
          {dateText(row.bookingDay)}
        </span>
      ),
    },
    {
      id: "decide",
      header: "Decide",
      align: "right",
      width: "w-26 xl:w-44",
      interactive: true,
      cell: (row) => (actions.mayDecide ? <Decide line={row} onAct={actions.onAct} /> : null),
    },
  ];
}

function About({ line, mode }: { line: BankLineView; mode: string }) {
  const [first, ...others] = line.matches;
  if (first) return <Matched match={first} others={others.length} mode={mode} />;
  if (line.state === "set_aside") return <Muted>{line.reason}</Muted>;
  if (line.state === "twice") return <Muted>The same line is on an earlier statement.</Muted>;
  const { finding } = line;
  if (!finding) return <Muted>Nothing found</Muted>;
  return (
    <span className="block min-w-0 py-1">
      {finding.object && (
        <TextLink href={objectHref(mode, finding.object.kind, finding.object.id)}>
          {kindLabel(finding.object.kind)}
        </TextLink>
      )}
      <span className="block text-12 whitespace-normal text-warning-ink">{findingLabel(line)}</span>
    </span>
  );
}

const Muted = ({ children }: { children: React.ReactNode }) => (
  <span className="text-ink-muted">{children}</span>
);

function Matched(props: { match: LineMatchView; others: number; mode: string }) {
  const { match, others, mode } = props;
  const { kind, objectId, confidence, reason } = match;
  const parts = partsLabel(match);
  return (
    <span className="block min-w-0">
      <span className="flex min-w-0 items-center gap-1.5">
        <TextLink href={objectHref(mode, kind, objectId)}>{kindLabel(kind)}</TextLink>
        <ShortId id={objectId} className="text-ink-muted" />
        {others > 0 && <span className="text-12 text-ink-muted">and {others} more</span>}
      </span>
      {parts && <span className="block text-12 whitespace-normal text-ink-muted">{parts}</span>}
      <span className="block truncate text-12 text-ink-faint" title={reason ?? undefined}>
        {confidenceLabel(confidence)}
        {reason && `: ${reason}`}
      </span>
    </span>
  );
}

function Decide({ line, onAct }: { line: BankLineView; onAct: Actions["onAct"] }) {
  if (line.state === "twice") return null;
  if (line.state !== "open") {
    return (
      <Button size="small" onClick={() => onAct(line, "unmatch")}>
        {line.state === "matched" ? "Unmatch" : "Take back"}
      </Button>
    );
  }
  return (
    <span className="inline-flex gap-1.5 md:flex-col md:items-end md:py-1.5 xl:flex-row xl:py-0">
      <Button size="small" onClick={() => onAct(line, "match")}>
        Match
      </Button>
      <Button size="small" variant="quiet" onClick={() => onAct(line, "set-aside")}>
        Set aside
      </Button>
    </span>
  );
}
