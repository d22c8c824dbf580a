/** A statement that reads a whole table. In the migration's transaction it would block writes to the table. */
export type LongStep =
  | { kind: "index"; name: string; table: string; unique: boolean; definition: string }
  | { kind: "constraint"; name: string; table: string; statement: string };

export type Steps = {
  /** Statements of one transaction. */
  together: readonly string[];
  /** Steps after it, each by itself. */
  long: readonly LongStep[];
};

const INDEX = /^create (unique )?index "?(\w+)"? on "?(\w+)"? (using [\s\S]+)$/i;
const CONSTRAINT = /^alter table "?(\w+)"? add constraint "?(\w+)"? (?:check|foreign key)\b/i;
const NEW_TABLE = /^create table "?(\w+)"?/i;

/** The statement without comments before it and the semicolon after it. */
const bare = (statement: string) => statement.replace(/^(\s|--.*\n?)+/, "").replace(/;?\s*$/, "");

function longStep(statement: string, isNew: (table: string) => boolean): LongStep | null {
  const text = bare(statement);
  const [, unique, index = "", indexed = "", definition = ""] = INDEX.exec(text) ?? [];
  if (index && !isNew(indexed)) {
    return { kind: "index", name: index, table: indexed, unique: Boolean(unique), definition };
  }
  const [, checked = "", constraint = ""] = CONSTRAINT.exec(text) ?? [];
  if (constraint && !isNew(checked)) {
    return { kind: "constraint", name: constraint, table: checked, statement: text };
  }
  return null;
}

/** Takes a migration apart for a database that is in use: indexes, checks and references of tables that the migration does not create
 * are made after everything else, so no later statement of a migration may rely on them. */
export function stepsOf(statements: readonly string[]): Steps {
  const created = new Set(statements.map((each) => NEW_TABLE.exec(bare(each))?.[1]));
  const together: string[] = [];
  const long: LongStep[] = [];
  for (const statement of statements) {
    const step = longStep(statement, (table) => created.has(table));
    if (step) long.push(step);
    else together.push(statement);
  }
  return { together, long };
}
