import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { stepsOf } from "./migration-steps.ts";

test("indexes, checks and references of tables that are there are made after the transaction", () => {
  const { together, long } = stepsOf([
    'CREATE TABLE "notes" (\n\t"id" text\n);\n',
    'ALTER TABLE "payments" ADD COLUMN "retry_of" text;',
    '\n-- Why.\nCREATE UNIQUE INDEX "payments_retry_of" ON "payments" USING btree ("retry_of") WHERE retry_of is not null;',
    'CREATE INDEX "notes_id" ON "notes" USING btree ("id");',
    'ALTER TABLE "payments" ADD CONSTRAINT "payments_x" CHECK (amount > 0);',
    'ALTER TABLE "notes" ADD CONSTRAINT "notes_x" CHECK (id <> \'\');',
    'ALTER TABLE "payments" ADD CONSTRAINT "payments_fk" FOREIGN KEY ("retry_of") REFERENCES "public"."payments"("id");',
    'ALTER TABLE "payments" ADD CONSTRAINT "payments_pk" PRIMARY KEY("id");',
    'UPDATE "payments" SET amount = 1;',
  ]);
  assert.deepEqual(
    together.map((text) => text.slice(0, 24)),
    [
      'CREATE TABLE "notes" (\n\t',
      'ALTER TABLE "payments" A',
      'CREATE INDEX "notes_id" ',
      'ALTER TABLE "notes" ADD ',
      'ALTER TABLE "payments" A',
      'UPDATE "payments" SET am',
    ],
  );
  assert.deepEqual(long, [
    {
      ...{ kind: "index", name: "payments_retry_of", table: "payments", unique: true },
      definition: 'USING btree ("retry_of") WHERE retry_of is not null',
    },
    {
      ...{ kind: "constraint", name: "payments_x", table: "payments" },
      statement: 'ALTER TABLE "payments" ADD CONSTRAINT "payments_x" CHECK (amount > 0)',
    },
    {
      ...{ kind: "constraint", name: "payments_fk", table: "payments" },
      statement:
        'ALTER TABLE "payments" ADD CONSTRAINT "payments_fk" FOREIGN KEY ("retry_of") REFERENCES "public"."payments"("id")',
    },
  ]);
});

type Entry = { tag: string };
const FOLDER = new URL("./migrations/", import.meta.url);
const { entries } = JSON.parse(readFileSync(new URL("meta/_journal.json", FOLDER), "utf8")) as {
  entries: Entry[];
};

/** The statements of each migration but the first, whose database is empty. */
const MIGRATIONS = entries.slice(1).map(({ tag }) => ({
  tag,
  statements: readFileSync(new URL(`${tag}.sql`, FOLDER), "utf8").split("--> statement-breakpoint"),
}));

/** Looser than what `stepsOf` looks for. */
const INDEX = /\bcreate\s+(?:unique\s+)?index\b.*?\bon\s+"?(\w+)/is;
const CHECK =
  /\balter\s+table\s+(?:only\s+)?"?(\w+)"?\s+add\s+constraint\s+\S+\s+(?:check|foreign)/i;

test("no migration makes an index or a check of a table that is there in its transaction", () => {
  const found = MIGRATIONS.filter(({ statements }) => {
    const created = new Set(statements.map((each) => /create table "?(\w+)/i.exec(each)?.[1]));
    return stepsOf(statements).together.some((text) => {
      const plain = text.replaceAll(/^\s*--.*$/gm, "");
      const table = (INDEX.exec(plain) ?? CHECK.exec(plain))?.[1];
      return table !== undefined && !created.has(table);
    });
  });
  assert.deepEqual(found, []);
});

/** Each reads or writes every row while nobody may use the table, or breaks the program of the version before, which runs
 * on. Write such a change in two versions: expand, then contract. */
const STOPS =
  /alter table "?(\w+)"? (?:drop column|rename|alter column "?\w+"? (?:set not null|set data type|type)|add column .*generated always|add constraint .*(?:primary key|unique|exclude))|^(?:truncate|cluster|vacuum full|lock table)/i;

/** Why they may do it. */
const KNOWN: Readonly<Record<string, string>> = {
  "0004_rail_leases": "from before programs ran on during an upgrade",
  "0008_chains_of_retries": "empties rollups, which are made anew",
  "0011_audit_chain": "from before programs ran on during an upgrade",
  "0022_settlements_as_paid": "settlements: one a day for each currency",
  "0034_bank_match_shares": "matches of bank statements: some hundred per account",
};

test("a migration that stops calls or the program of the version before says why it may", () => {
  const stopping = MIGRATIONS.filter(({ statements }) => {
    const created = new Set(statements.map((each) => /create table "?(\w+)/i.exec(each)?.[1]));
    return statements.some((each) => {
      const found = STOPS.exec(each.replace(/^(\s|--.*\n?)+/, ""));
      return found !== null && !(found[1] && created.has(found[1]));
    });
  });
  assert.deepEqual(
    stopping.map(({ tag }) => tag),
    Object.keys(KNOWN),
  );
});
