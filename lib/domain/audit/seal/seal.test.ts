import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { getPool } from "#db/client.ts";
import { transact } from "#db/transact.ts";
import { erasePerson } from "#lib/domain/audit-erasure/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { askOwner, asOwner } from "#test/as-owner.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { recordChangeIn, sealAudit, verifyAudit } from "../index.ts";

type Tx = Parameters<Parameters<typeof transact>[0]>[0];

const PERSON = { type: "member", userId: "usr_anna", name: "Anna Vale" } as const;

async function write(tx: Tx, { ctx, account }: Merchant, name: string): Promise<void> {
  const caller = { address: "203.0.113.7", client: "Firefox" };
  const actor = PERSON as unknown as typeof ctx.test.actor;
  const context = { ...ctx.test, actor, caller, requestId: newId("req") };
  const subject = { id: account.id, name: "anna@shop.example" };
  await recordChangeIn(tx, context, { action: "account.updated", subject, after: { name } });
}

const add = (merchant: Merchant, name: string) => transact((tx) => write(tx, merchant, name));

/** Seals until no entry of the account waits, because older transactions of other tests can delay it. */
async function seal({ account }: Merchant): Promise<void> {
  do await sealAudit();
  while ((await verifyAudit(account.id)).waiting > 0);
}

/** A chain of three blocks of two entries each, with the entries' ids in order. */
async function chain(): Promise<{ merchant: Merchant; ids: string[] }> {
  const merchant = await createMerchant();
  for (const block of [1, 2, 3]) {
    await transact(async (tx) => {
      for (const part of ["a", "b"]) await write(tx, merchant, `${block}${part}`);
    });
    await seal(merchant);
  }
  const { rows } = await getPool().query<{ id: string }>(
    "select id from audit_seals where account_id = $1 order by block, place",
    [merchant.account.id],
  );
  return { merchant, ids: rows.map((row) => row.id) };
}

type Tampering = {
  /** Runs as the table owner; $1 is the account, $2 the third entry of six. */
  does: readonly string[];
  /** The entry that verify must name, counted from 0. */
  names: number | null;
  block?: number;
};

const TAMPERINGS: Record<string, Tampering> = {
  "a changed entry": {
    does: ['update audit_entries set after = \'{"name": "x"}\' where account_id = $1 and id = $2'],
    names: 2,
  },
  "a deleted entry": {
    does: ["delete from audit_entries where account_id = $1 and id = $2"],
    names: 2,
  },
  "two entries with swapped places": {
    does: [
      "update audit_seals set place = place + 10 where account_id = $1 and block = 2 and $2 <> ''",
      "update audit_seals set place = 11 - place where account_id = $1 and block = 2 and $2 <> ''",
    ],
    names: 3,
    block: 2,
  },
  "changed personal values": {
    does: ["update audit_people set actor_name = 'Eve' where account_id = $1 and id = $2"],
    names: 2,
  },
  "a deleted block": {
    does: ["delete from audit_blocks where account_id = $1 and number = 2 and $2 <> ''"],
    names: null,
    block: 2,
  },
  "a deleted block with its entries": {
    does: [
      "delete from audit_entries where account_id = $1 and id in (select id from audit_seals where account_id = $1 and block = 2) and $2 <> ''",
      "delete from audit_seals where account_id = $1 and block = 2 and $2 <> ''",
      "delete from audit_blocks where account_id = $1 and number = 2 and $2 <> ''",
    ],
    names: null,
    block: 2,
  },
  "a deleted last block whose entries remain": {
    does: ["delete from audit_blocks where account_id = $1 and number = 3 and $2 <> ''"],
    names: 4,
  },
  "an entry with a changed time": {
    does: [
      "update audit_entries set created_at = created_at - interval '1 ms' where account_id = $1 and id = $2",
    ],
    names: 2,
  },
  "a block with a changed time": {
    does: [
      "update audit_blocks set created_at = created_at - interval '1 ms' where account_id = $1 and number = 2 and $2 <> ''",
    ],
    names: 2,
  },
  "an entry marked to be sealed again": {
    does: [
      "delete from audit_seals where account_id = $1 and id = $2",
      "insert into audit_unsealed (account_id, id) values ($1, $2)",
    ],
    names: 3,
    block: 2,
  },
};

describe("verify names the first entry that does not match after the table owner tampers with", () => {
  for (const [what, { does, names, block }] of Object.entries(TAMPERINGS)) {
    test(what, async () => {
      const { merchant, ids } = await chain();
      const { id } = merchant.account;
      assert.equal((await verifyAudit(id)).problem, null);
      for (const statement of does) await askOwner(statement, [id, ids[2]]);
      const { problem } = await verifyAudit(id);
      assert.ok(problem);
      assert.equal(problem.entry, names === null ? null : ids[names]);
      if (block) assert.equal(problem.block, block);
    });
  }

  test("an inserted entry", async () => {
    const { merchant } = await chain();
    const { id } = merchant.account;
    const made = newId("aud");
    await askOwner(
      `insert into audit_entries (account_id, id, action, subject_id, actor_type, actor_id, request_id)
       values ($1, $2, 'key.created', 's', 'member', 'usr_eve', $3)`,
      [id, made, newId("req")],
    );
    assert.equal((await verifyAudit(id)).problem?.entry, made);
  });

  test("an entry moved to another account, in both accounts", async () => {
    const [from, to] = [await chain(), await chain()];
    const accounts = [from.merchant.account.id, to.merchant.account.id];
    await askOwner("update audit_entries set account_id = $3 where account_id = $1 and id = $2", [
      accounts[0],
      from.ids[2],
      accounts[1],
    ]);
    for (const account of accounts) {
      assert.equal((await verifyAudit(account!)).problem?.entry, from.ids[2]);
    }
  });

  test("a block rehashed without the installation's key", async () => {
    const { merchant, ids } = await chain();
    const { id } = merchant.account;
    await askOwner("update audit_entries set action = 'x' where account_id = $1 and id = $2", [
      id,
      ids[2],
    ]);
    const forged = createHash("sha256").update("the same, changed").digest();
    await askOwner("update audit_seals set entry_hash = $3 where account_id = $1 and id = $2", [
      ...[id, ids[2], forged],
    ]);
    await askOwner("update audit_blocks set hash = $2 where account_id = $1 and number = 2", [
      ...[id, forged],
    ]);
    assert.equal((await verifyAudit(id)).problem?.entry, ids[2]);
  });

  test("the last block removed with its entries, if its hash was noted before", async () => {
    const { merchant } = await chain();
    const { id } = merchant.account;
    const { head } = await verifyAudit(id);
    await asOwner(async (owner) => {
      const last = "select id from audit_seals where account_id = $1 and block = 3";
      for (const table of ["audit_entries", "audit_people"]) {
        await owner.query(`delete from ${table} where account_id = $1 and id in (${last})`, [id]);
      }
      await owner.query("delete from audit_seals where account_id = $1 and block = 3", [id]);
      await owner.query("delete from audit_blocks where account_id = $1 and number = 3", [id]);
    });
    assert.equal((await verifyAudit(id)).problem, null);
    assert.equal((await verifyAudit(id, head!)).problem?.block, 3);
    await add(merchant, "written over it");
    await seal(merchant);
    assert.equal((await verifyAudit(id, head!)).problem?.block, 3);
  });
});

test("an entry whose transaction commits late is sealed before entries of later transactions", async () => {
  const merchant = await createMerchant();
  const { id } = merchant.account;
  const [written, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const late = transact(async (tx) => {
    await write(tx, merchant, "late");
    written.resolve();
    await finish.promise;
  });
  await written.promise;
  await add(merchant, "early");
  await Promise.all([sealAudit(), sealAudit()]);
  assert.deepEqual((await verifyAudit(id)).blocks, 0, "the earlier transaction is still running");
  finish.resolve();
  await late;
  await seal(merchant);
  const { rows } = await getPool().query(
    `select e.after ->> 'name' as name from audit_seals s join audit_entries e using (account_id, id)
      where account_id = $1 order by block, place`,
    [id],
  );
  assert.deepEqual(
    rows.map(({ name }) => name),
    ["late", "early"],
  );
  assert.equal((await verifyAudit(id)).problem, null);
});

test("with several workers sealing while entries are written, each entry is in one block and the chain verifies", async () => {
  const merchant = await createMerchant();
  await Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      await add(merchant, `name ${n}`);
      await sealAudit();
    }),
  );
  await seal(merchant);
  const { entries, problem } = await verifyAudit(merchant.account.id);
  assert.deepEqual([entries, problem], [40, null]);
});

test("a person is erased by id or by e-mail address, with what they did and what was done to them", async () => {
  for (const by of ["userId", "email"] as const) {
    const merchant = await createMerchant();
    const { account, ctx, userId, email } = merchant;
    const actor = { type: "member", userId, name: "Anna Vale" } as const;
    const note = (subject: { id: string; name: string }, who: typeof ctx.test.actor = actor) =>
      transact((tx) =>
        recordChangeIn(
          tx,
          { ...ctx.test, actor: who },
          { action: "member.invited", subject, after: {} },
        ),
      );
    await note({ id: account.id, name: "somebody@shop.example" });
    await note({ id: userId, name: "Anna" }, PERSON as unknown as typeof ctx.test.actor);
    const invited = { id: newId("inv"), name: email.toUpperCase() };
    await note(invited, PERSON as unknown as typeof ctx.test.actor);
    await note({ id: account.id, name: "x" }, PERSON as unknown as typeof ctx.test.actor);
    await seal(merchant);
    assert.equal(await erasePerson(account.id, merchant[by]), 3, by);
  }
});

test("the chain verifies after a person's values are erased, which the service itself cannot do", async () => {
  const { merchant, ids } = await chain();
  const { id } = merchant.account;
  await assert.rejects(getPool().query("delete from audit_people where account_id = $1", [id]), {
    code: "42501",
  });
  assert.equal(await erasePerson(id, "usr_bert"), 0);
  assert.equal(await erasePerson(id, PERSON.userId), ids.length);
  const left = "select 1 from audit_people where account_id = $1";
  assert.equal((await getPool().query(left, [id])).rowCount, 0);
  const { erased, problem } = await verifyAudit(id);
  assert.deepEqual([erased, problem], [ids.length, null]);
});
