// Runs alone: it replaces the master key of its database.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { transact } from "#db/transact.ts";
import { createChannel } from "#lib/domain/alert-channels/index.ts";
import { verifyAudit } from "#lib/domain/audit/index.ts";
import { publicBookKeys } from "#lib/domain/books/index.ts";
import { whyNotStart } from "#lib/domain/installation/index.ts";
import { authenticateKey } from "#lib/domain/keys/index.ts";
import { queueMailIn } from "#lib/domain/mail/index.ts";
import { decryptFile, decryptSecret, encryptSecret, keyedHash } from "#lib/kernel/crypto.ts";
import { assignEnv, childEnv, env } from "#lib/kernel/env.ts";
import { askOwner } from "#test/as-owner.ts";
import { pdfFile } from "#test/evidence-files.ts";
import { endpointRow } from "#test/hook-rows.ts";
import { openTill } from "#test/money.ts";
import { sealPast } from "#test/seal-past.ts";
import { rotateMasterKey } from "./index.ts";
import { SEALED_COLUMNS } from "./sealed-values.ts";
import * as store from "./store.ts";

const OLD = env.masterKey.toString("base64");
const NEW = randomBytes(32).toString("base64");
const NEWER = randomBytes(32).toString("base64");
const DISPUTED = "pm_test_4000000000000259";
const use = (newest: string, previous: string | null) =>
  assignEnv({ PAYDESK_MASTER_KEY: newest, PAYDESK_MASTER_KEY_PREVIOUS: previous ?? "" });

const till = await openTillWithEverything();
after(() => use(OLD, null));

/** A merchant of whom every column of `SEALED_COLUMNS` holds something. */
async function openTillWithEverything() {
  const till = await openTill();
  const { account, userId, ctx } = till;
  await whyNotStart();
  const url = "https://hooks.merchant.example/paydesk";
  const made = await till.call("POST", "/v1/webhook_endpoints", {
    url,
    events: ["*"],
    headers: { "x-api-key": "a-key-of-the-gateway" },
  });
  assert.equal(made.status, 201, made.text);
  const rotated = await till.call("POST", `/v1/webhook_endpoints/${made.body.id}/rotate_secret`, {
    overlap_hours: 24,
  });
  assert.equal(rotated.status, 200, rotated.text);
  await transact((tx) =>
    queueMailIn(tx, {
      accountId: account.id,
      mode: null,
      kind: "invitation",
      fact: "a test",
      content: {
        subject: "You are invited",
        paragraphs: ["Here."],
        secret: "a secret of a link",
      } as never,
    }),
  );
  await createChannel(ctx.test, {
    name: "Chat",
    url: "https://chat.merchant.example/hooks/abcdef",
  });
  const factor = encryptSecret("JBSWY3DPEHPK3PXP", userId);
  await askOwner("insert into auth_second_factors (user_id, secret) values ($1, $2)", [
    userId,
    factor,
  ]);
  await publicBookKeys();
  await till.charge({ amount: 4_400, payment_method: DISPUTED });
  await till.call("POST", "/v1/test/clock/advance", { seconds: 3_700 });
  const { body } = await till.call<{ data: { id: string }[] }>("GET", "/v1/disputes");
  const file = await till.call("POST", `/v1/disputes/${body.data[0]!.id}/files`, {
    name: "note.pdf",
    file: pdfFile("evidence").toString("base64"),
  });
  assert.equal(file.status, 201, file.text);
  await sealPast();
  return till;
}

/** Everything that is encrypted, opened with the keys that this process has. */
async function opened(): Promise<Map<string, string>> {
  const values = new Map<string, string>();
  for (const sealed of SEALED_COLUMNS) {
    const all = await store.findOthers(sealed, {
      mark: Buffer.from("none"),
      after: null,
      limit: 10_000,
    });
    for (const { key, stored } of all) {
      const open = sealed.kind === "file-encryption" ? decryptFile : decryptSecret;
      const name = `${sealed.table}.${sealed.column} ${Object.values(key).join(" ")}`;
      values.set(name, open(stored, sealed.boundTo(key)).toString());
    }
  }
  return values;
}

const CARRIED = "installation.carried_keys true";
const withoutCarried = (values: Map<string, string>) =>
  [...values].filter(([name]) => name !== CARRIED).sort();

/** Runs the command; `killAt` kills it as soon as that many mails were re-encrypted. */
async function command(settings: Record<string, string>, killAt?: number) {
  const child = spawn(process.execPath, ["lib/cli/rotate-master-key.ts"], {
    env: childEnv({
      ...settings,
      DATABASE_URL: env.databaseUrl,
      DATABASE_OWNER_URL: env.databaseOwnerUrl,
    }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  while (killAt !== undefined && child.exitCode === null && (await renewedMails()) < killAt);
  if (killAt !== undefined) child.kill("SIGKILL");
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { out, err, code };
}

const renewedMails = async () =>
  (await askOwner("select count(*)::int as n from mail_messages where get_byte(secret, 0) = 2"))
    .rows[0].n;

test("every sealed column has a value to rotate", async () => {
  const columns = new Set([...(await opened()).keys()].map((name) => name.split(" ")[0]));
  const expected = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
  assert.deepEqual(
    expected.filter((name) => !columns.has(name)),
    ["installation.carried_keys"],
  );
});

test("a rotation that is killed again and again ends with every value under the new key, and tells no secret", async () => {
  await askOwner(
    `insert into mail_messages (account_id, id, kind, fact, recipient, subject, text_body, html_body, secret, status)
     select account_id, 'eml_copy' || n, kind, 'copy ' || n, recipient, subject, text_body, html_body, secret, 'failed'
       from mail_messages, generate_series(1, 600) n where secret is not null and fact = 'a test'`,
  );
  // Bound to their ids.
  const { rows } = await askOwner("select id from mail_messages where id like 'eml_copy%'");
  for (const { id } of rows) {
    const secret = encryptSecret(`secret of ${id}`, id);
    await askOwner("update mail_messages set secret = $2 where id = $1", [id, secret]);
  }
  const before = await opened();
  const fingerprint = keyedHash("card-fingerprint", "4242");
  const settings = { PAYDESK_MASTER_KEY: NEW, PAYDESK_MASTER_KEY_PREVIOUS: OLD };
  for (const killAt of [1, 150, 400]) {
    const { code } = await command(settings, killAt);
    assert.equal(code, null, `killed at ${killAt}`);
    assert.ok((await renewedMails()) < 601);
    // Processes with both keys read everything meanwhile, whichever is the newest.
    for (const [newest, previous] of [
      [NEW, OLD],
      [OLD, NEW],
    ] as const) {
      use(newest, previous);
      assert.equal(await whyNotStart(), null);
      assert.deepEqual(withoutCarried(await opened()), [...before].sort());
      assert.equal((await authenticateKey(till.key))?.accountId, till.account.id);
    }
  }
  const { code, out, err } = await command(settings);
  assert.equal(code, 0, err);
  assert.match(out, /^dispute_files\.content: \d+$/m);
  for (const secret of [OLD, NEW, ...before.values()]) assert.ok(!(out + err).includes(secret));

  use(NEW, null);
  assert.equal(await whyNotStart(), null);
  assert.deepEqual(withoutCarried(await opened()), [...before].sort());
  assert.deepEqual(keyedHash("card-fingerprint", "4242"), fingerprint);
  assert.equal((await authenticateKey(till.key))?.accountId, till.account.id);
  assert.equal((await verifyAudit(till.account.id)).problem, null);
});

test("the old key alone opens nothing any more, and is refused at the start", async () => {
  use(OLD, null);
  await assert.rejects(opened());
  assert.match((await whyNotStart())!.why, /PAYDESK_MASTER_KEY is not the key/);
});

test("a second rotation carries the same keys on", async () => {
  use(NEW, null);
  await whyNotStart();
  const before = await opened();
  use(NEWER, NEW);
  assert.equal(await whyNotStart(), null);
  await rotateMasterKey();
  use(NEWER, null);
  assert.equal(await whyNotStart(), null);
  assert.deepEqual([...(await opened())].sort(), [...before].sort());
  assert.equal((await authenticateKey(till.key))?.accountId, till.account.id);
  assert.equal((await verifyAudit(till.account.id)).problem, null);
});

test("a value that neither key opens is counted, and the check value stays", async () => {
  use(NEWER, null);
  const id = await endpointRow(till);
  const [{ secret }] = (await askOwner("select secret from webhook_endpoints where id = $1", [id]))
    .rows;
  await askOwner("update webhook_endpoints set secret = $2 where id = $1", [
    id,
    Buffer.alloc(60, 1),
  ]);
  use(randomBytes(32).toString("base64"), NEWER);
  const columns = await rotateMasterKey();
  assert.equal(columns.find(({ name }) => name === "webhook_endpoints.secret")?.unreadable, 1);
  const { rows } = await askOwner("select key_check from installation");
  await askOwner("update webhook_endpoints set secret = $2 where id = $1", [id, secret]);
  await rotateMasterKey();
  assert.notDeepEqual((await askOwner("select key_check from installation")).rows, rows);
});

test("without a previous key, or with two strange ones, nothing is done", async () => {
  const strange = () => randomBytes(32).toString("base64");
  use(strange(), null);
  await assert.rejects(rotateMasterKey(), /PAYDESK_MASTER_KEY_PREVIOUS is not set/);
  use(strange(), strange());
  await assert.rejects(rotateMasterKey(), /Neither/);
});
