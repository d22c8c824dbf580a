import { Money } from "#components/money/money.tsx";
import { Instrument } from "#components/payments/instrument.tsx";
import { bpText, costBp } from "#components/settlements/figures.ts";
import { typeLabel } from "#components/settlements/labels.ts";
import type { Column } from "#components/table/columns.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { ShortId } from "#components/ui/short-id.tsx";
import { Status } from "#components/ui/status.tsx";
import { statusWord } from "#components/ui/status-labels.ts";
import { TextLink } from "#components/ui/text-link.tsx";
import type { ListColumn } from "#lib/dashboard/lists/index.ts";
import type { EntryListItemView } from "#lib/dashboard/views/settlements.ts";

type EntryColumn<Id extends string = ListColumn<"balance">> = Column<EntryListItemView, Id>;

/** The page of the object that moved the money. */
export function entryHref(mode: string, entry: EntryListItemView): string {
  const { sourceId, paymentId } = entry;
  if (sourceId.startsWith("re_")) return `/${mode}/refunds/${sourceId}`;
  if (sourceId.startsWith("stl_")) return `/${mode}/settlements/${sourceId}`;
  return `/${mode}/payments/${paymentId ?? sourceId}`;
}

type SettledColumn = ListColumn<"settledEntries">;

/** A column of both tables. */
type SharedColumn = EntryColumn<ListColumn<"balance"> & SettledColumn>;

const NO_FEE = <span className="text-ink-faint">None</span>;

const AMOUNT: SharedColumn = {
  id: "amount",
  header: "Amount",
  align: "right",
  width: "w-32",
  cell: (row) => <Money amount={row.amount} currency={row.currency} sign="always" />,
};

const FEE: SharedColumn = {
  id: "fee",
  header: "Fee",
  align: "right",
  width: "w-26 lg:w-40",
  cell: (row) => <Fee row={row} />,
};

const NET: SharedColumn = {
  id: "net",
  header: "Net",
  align: "right",
  width: "w-32",
  card: "lead",
  cell: (row) => (
    <Money amount={row.net} currency={row.currency} sign="always" className="font-medium" />
  ),
};

const TYPE: SharedColumn = {
  id: "type",
  header: "Type",
  width: "w-30 lg:w-44",
  card: "figure",
  apart: true,
  cell: (row) => typeLabel(row.type),
};

const WHAT: SharedColumn = {
  id: "what",
  header: "For",
  cell: (row) => (
    <span className="block truncate">
      {row.description}
      {row.instrument && (
        <span className="text-ink-muted">
          {row.description && " · "}
          <Instrument {...row.instrument} />
        </span>
      )}
      {!row.description && !row.instrument && <ShortId id={row.sourceId} />}
    </span>
  ),
};

const BOOKED: SharedColumn = {
  id: "booked",
  header: "Booked",
  align: "right",
  width: "w-28",
  cell: (row) => <Timestamp value={row.bookedAt} form="list" />,
};

/** Balance transactions, with the place of their money. */
export function balanceColumns(mode: string): readonly EntryColumn[] {
  return [
    NET,
    TYPE,
    WHAT,
    // A phone's second line has room for what it is for and when, beside the net above.
    { ...AMOUNT, from: "xl", card: "none" },
    { ...FEE, from: "xl", card: "none" },
    {
      id: "place",
      header: "Status",
      width: "w-28",
      card: "figure",
      apart: true,
      interactive: true,
      cell: (row) => <Place row={row} mode={mode} />,
    },
    BOOKED,
  ];
}

/** Transactions of one settlement, with each part of their cost. */
export const SETTLED_COLUMNS: readonly EntryColumn<SettledColumn>[] = [
  NET,
  { ...TYPE, width: "w-30" },
  WHAT,
  AMOUNT,
  part("interchange", "Interchange", (row) => row.interchange),
  part("schemeFee", "Scheme fee", (row) => row.schemeFee),
  part("markup", "Markup", (row) => String(BigInt(row.markup) + BigInt(row.commission))),
  {
    ...FEE,
    width: "w-26",
    cell: (row) =>
      row.fee === "0" ? NO_FEE : <Money amount={`-${row.fee}`} currency={row.currency} />,
  },
  BOOKED,
];

function part(
  id: SettledColumn,
  header: string,
  of: (row: EntryListItemView) => string,
): EntryColumn<SettledColumn> {
  return {
    id,
    header,
    align: "right",
    width: "w-26",
    from: "xl",
    card: "none",
    cell: (row) => {
      const amount = of(row);
      return amount === "0" ? (
        <span className="text-ink-faint">–</span>
      ) : (
        <Money amount={`-${amount}`} currency={row.currency} className="text-ink-muted" />
      );
    },
  };
}

function Fee({ row }: { row: EntryListItemView }) {
  if (row.fee === "0") return NO_FEE;
  const cost = costBp(BigInt(row.fee), BigInt(row.amount));
  return (
    <span className="inline-flex items-baseline gap-2 whitespace-nowrap">
      {cost !== null && (
        <span className="hidden text-12 text-ink-faint tabular-nums xl:inline">{bpText(cost)}</span>
      )}
      <Money amount={`-${row.fee}`} currency={row.currency} />
    </span>
  );
}

/** Settled transactions link to their settlement. */
function Place({ row, mode }: { row: EntryListItemView; mode: string }) {
  if (row.settlementId === null) return <Status status={row.place} />;
  return (
    <TextLink href={`/${mode}/settlements/${row.settlementId}`}>{statusWord(row.place)}</TextLink>
  );
}
