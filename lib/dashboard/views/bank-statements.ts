import type {
  AddedFile,
  BankOverview,
  BankStatement,
  Candidate,
  FileColumns,
  Finding,
  Gap,
  LineListItem,
  LineMatch,
  Movement,
  StatementListItem,
} from "#lib/domain/bank-statements/index.ts";
import type { BankLineState, MatchConfidence } from "#lib/kernel/vocabulary/bank-statements.ts";
import type { SliceView } from "./shared.ts";

const findingView = (finding: Finding) => ({
  code: finding.code,
  object: finding.object,
  difference: finding.differenceMinor === null ? null : String(finding.differenceMinor),
  currency: finding.currency,
  count: finding.count,
});

export type FindingView = ReturnType<typeof findingView>;

const lineMatchView = ({ amountMinor, paidMinor, ...match }: LineMatch) => ({
  ...match,
  amount: String(amountMinor),
  /** The sum that all lines of the object pay. */
  paid: String(paidMinor),
});

export type LineMatchView = ReturnType<typeof lineMatchView>;

export function bankLineView(line: LineListItem) {
  const { amountMinor, matches, finding, ...columns } = line;
  const confidence: MatchConfidence | "none" = matches[0]?.confidence ?? "none";
  return {
    ...columns,
    amount: String(amountMinor),
    confidence,
    finding: finding && findingView(finding),
    matches: matches.map(lineMatchView),
  };
}

export type BankLineView = ReturnType<typeof bankLineView>;
export type BankLineListView = SliceView & { lines: BankLineView[] };

const movementView = (movement: Movement) => ({
  id: `${movement.kind} ${movement.objectId}`,
  kind: movement.kind,
  objectId: movement.objectId,
  amount: String(movement.amountMinor),
  currency: movement.currency,
  day: movement.day,
  reference: movement.reference,
  name: movement.name,
});

export type MovementView = ReturnType<typeof movementView>;

export const candidateView = ({ difference, ...movement }: Candidate) => ({
  ...movementView(movement),
  /** The rest that no line pays yet. */
  left: String(movement.leftMinor),
  difference: difference && findingView(difference),
});

export type CandidateView = ReturnType<typeof candidateView>;
export type CandidatesView = { candidates: CandidateView[] };

const gapView = ({ differenceMinor, ...gap }: Gap) => ({
  ...gap,
  difference: String(differenceMinor),
});

function statementView(statement: BankStatement) {
  const { openingMinor, closingMinor, addedBy, createdAt, ...columns } = statement;
  return {
    ...columns,
    opening: String(openingMinor),
    closing: String(closingMinor),
    /** The lines; they add up to it exactly, or the statement would not be here. */
    movement: String(closingMinor - openingMinor),
    createdAt: createdAt.toISOString(),
  };
}

const statementListItemView = ({ gap, counts, ...statement }: StatementListItem) => ({
  ...statementView(statement),
  counts,
  gap: gap && gapView(gap),
});

export type StatementListItemView = ReturnType<typeof statementListItemView>;

export type BankView = SliceView & {
  statements: StatementListItemView[];
  lines: Readonly<Record<BankLineState, number>>;
  missing: { movements: MovementView[]; total: number };
};

export function bankView(overview: BankOverview): BankView {
  const { rows, older, newer, total, lines, missing } = overview;
  return {
    statements: rows.map(statementListItemView),
    ...{ older, newer, total, lines },
    missing: { movements: missing.movements.map(movementView), total: missing.total },
  };
}

/** A file as read: ready to be added, or a CSV file whose columns are needed. */
export type FilePreviewView = { columns: FileColumns | null };

export type FileAddedView = ReturnType<typeof fileAddedView>;

export const fileAddedView = (done: AddedFile) => ({
  added: done.added.map(statementView),
  twice: done.twice.map(statementView),
  lines: done.lines,
  linesTwice: done.linesTwice,
  linesMatched: done.linesMatched,
});
