import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { askOwner } from "#test/as-owner.ts";
import { SEALED_COLUMNS } from "./sealed-values.ts";

/** Columns of bytes that the master key does not encrypt. */
const NOT_SEALED: Readonly<Record<string, string>> = {
  "api_keys.hash": "a keyed hash",
  "audit_blocks.hash": "a keyed hash",
  "audit_people.salt": "a salt",
  "audit_seals.entry_hash": "a keyed hash",
  "audit_seals.people_hash": "a keyed hash",
  "auth_known_devices.device": "a keyed hash",
  "auth_known_places.place": "a keyed hash",
  "auth_passkeys.public_key": "public",
  "auth_password_resets.token_hash": "a keyed hash",
  "auth_recovery_codes.hash": "a keyed hash",
  "auth_sign_in_failures.subject": "a keyed hash",
  "delivery_attempts.response_body": "what a receiver answered",
  "download_pieces.bytes": "a report",
  "idempotency_keys.request_hash": "a keyed hash",
  "installation.key_check": "recognises the key",
  "invitations.token_hash": "a keyed hash",
  "ledger_blocks.hash": "a keyed hash",
  "ledger_blocks.hashes": "keyed hashes",
  "month_closing_pieces.bytes": "a closed month",
  "pairings.code_hash": "a keyed hash",
  "pairings.poll_hash": "a keyed hash",
  "sign_ups.token_hash": "a keyed hash",
};

const nameOf = ({ table, column }: { table: string; column: string }) => `${table}.${column}`;

test("each column of bytes is either re-encrypted or said to hold no ciphertext", async () => {
  const { rows } = await askOwner(
    `select c.relname || '.' || a.attname as name
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.atttypid = 'bytea'::regtype order by 1`,
  );
  const sealed = SEALED_COLUMNS.filter(({ prefix }) => prefix === undefined).map(nameOf);
  assert.deepEqual(
    [...sealed, ...Object.keys(NOT_SEALED)].sort(),
    rows.map(({ name }) => name),
  );
});

test("each line names the primary key of its table", async () => {
  for (const { table, key } of SEALED_COLUMNS) {
    const { rows } = await askOwner(
      `select array_agg(a.attname::text order by array_position(i.indkey::int2[], a.attnum)) as key
         from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
        where i.indrelid = $1::regclass and i.indisprimary`,
      [table],
    );
    assert.deepEqual(rows[0].key, [...key], table);
  }
});

test("each file that encrypts has its line, and each line its file", () => {
  const files = globSync("{lib,db}/**/*.ts").filter(
    (path) => !/\.test\.ts$|^db\/seed/.test(path) && path !== "lib/kernel/crypto.ts",
  );
  const encrypting = files.filter((path) =>
    /\b(encryptSecret|encryptFile)\(/.test(readFileSync(path, "utf8")),
  );
  const writers = new Set(SEALED_COLUMNS.map(({ writtenBy }) => writtenBy));
  writers.delete("lib/kernel/crypto.ts");
  assert.deepEqual(encrypting.sort(), [...writers].sort());
});
