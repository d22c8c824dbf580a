import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import pg from "pg";
import { type EmbeddedServer, startEmbedded } from "./embedded.ts";
import { migrate } from "./migrate.ts";
import { ensurePartitions } from "./partitions.ts";
import { type Addresses, APPEND_ONLY, asRole } from "./roles.ts";

const DAYS = { daysBack: 0, daysAhead: 0 };
/** PostgreSQL's codes for a missing privilege and for a table of another owner. */
const REFUSED = { code: "42501" };

/** An embedded cluster, and an operator's: another process with its own files, roles and passwords. */
const folders: string[] = [];
let server: EmbeddedServer;
let operators: EmbeddedServer;
before(async () => {
  const start = async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "paydesk-roles-"));
    folders.push(dataDir);
    return await startEmbedded({ dataDir, throwaway: true });
  };
  [server, operators] = await Promise.all([start(), start()]);
});
after(async () => {
  await Promise.all([server.stop(), operators.stop()]);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function ask(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

/** A database as an operator creates it on their own server: neither role is a superuser. */
async function externalDatabase(name: string): Promise<Addresses> {
  await ask(
    operators.url,
    `create role ${name}_owner login password 'secret'`,
    `create role ${name}_service login password 'secret'`,
    `create database ${name} owner ${name}_owner`,
  );
  const url = new URL(operators.url);
  url.pathname = `/${name}`;
  return {
    ownerUrl: asRole(url.href, `${name}_owner`, "secret"),
    serviceUrl: asRole(url.href, `${name}_service`, "secret"),
  };
}

const DATABASES: Record<string, () => Promise<Addresses>> = {
  embedded: async () => ({ ownerUrl: server.url, serviceUrl: server.serviceUrl }),
  external: () => externalDatabase("outside"),
};

/** The privileges of the service on each table, of all possible ones. */
const GRANTS = `
  select c.relname as table, string_agg(p, ', ' order by n) as grants
    from pg_class c
   cross join unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'])
              with ordinality as privileges (p, n)
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
     and has_table_privilege(c.oid, p)
   group by 1`;

const ON_THE_AUDIT_LOG = [
  "update audit_entries set action = 'x'",
  "update audit_entries set created_at = now()",
  "delete from audit_entries",
  "truncate audit_entries",
  "alter table audit_entries drop column before",
  "alter table audit_entries disable trigger all",
  "alter table audit_entries owner to current_user",
  "drop table audit_entries",
  // A grant by a non-owner only warns; it must have no effect.
  "grant update on audit_entries to current_user; update audit_entries set action = 'x'",
  "create rule quiet as on insert to audit_entries do instead nothing",
  "create trigger quiet before insert on audit_entries for each row execute function suppress_redundant_updates_trigger()",
  "set session_replication_role = replica",
  "select * from audit_entries for update",
];

for (const [kind, open] of Object.entries(DATABASES)) {
  describe(`the roles of an ${kind} database`, () => {
    let addresses: Addresses;
    before(async () => {
      addresses = await open();
      await migrate(addresses, DAYS);
    });

    test("the service reads and adds audit entries, and every way to change one is refused", async () => {
      await ask(addresses.serviceUrl, "select * from audit_entries");
      for (const statement of ON_THE_AUDIT_LOG) {
        await assert.rejects(ask(addresses.serviceUrl, statement), REFUSED, statement);
      }
    });

    test("the service has exactly the privileges that it needs on every table, later ones included, and owns none", async () => {
      await ask(addresses.ownerUrl, "create table a_later_table (n int)");
      const tomorrow = { nowMs: Date.now() + 40 * 86_400_000, ...DAYS };
      const owner = new pg.Client({ connectionString: addresses.ownerUrl });
      await owner.connect();
      await ensurePartitions(owner, tomorrow);
      await owner.end();

      const tables = await ask(
        addresses.serviceUrl,
        "select tablename as name, tableowner = current_user as own from pg_tables where schemaname = 'public'",
      );
      const grants = await ask(addresses.serviceUrl, GRANTS);
      assert.ok(tables.length > 60);
      assert.ok(tables.some(({ name }) => name === "a_later_table"));
      assert.deepEqual(
        tables.filter(({ own }) => own),
        [],
      );
      const byTable = new Map(grants.map(({ table, grants: held }) => [table, held]));
      for (const { name } of tables) {
        const wanted = APPEND_ONLY.includes(String(name))
          ? "SELECT, INSERT"
          : "SELECT, INSERT, UPDATE, DELETE";
        assert.equal(byTable.get(name), wanted, String(name));
      }
    });

    test("the next start corrects a privilege that was granted or revoked by hand", async () => {
      const [{ role }] = (await ask(addresses.serviceUrl, "select current_user as role")) as [
        { role: string },
      ];
      await ask(
        addresses.ownerUrl,
        `grant update, truncate on audit_entries to ${role}`,
        `revoke select on payments from ${role}`,
      );
      await migrate(addresses, DAYS);
      await ask(addresses.serviceUrl, "select 1 from payments");
      await assert.rejects(ask(addresses.serviceUrl, "truncate audit_entries"), REFUSED);
    });

    test("the service cannot create tables, roles and databases", async () => {
      for (const statement of [
        "create table mine (n int)",
        "create role mine",
        "create database mine",
        "alter table payments add column mine int",
        "delete from drizzle.__drizzle_migrations",
        "select analyze_replay_items('accounts')",
      ]) {
        await assert.rejects(ask(addresses.serviceUrl, statement), statement);
      }
    });
  });
}

test("an installation with one role continues to work, and that role cannot change audit entries either", async () => {
  const { ownerUrl } = await externalDatabase("single");
  await migrate({ ownerUrl, serviceUrl: ownerUrl }, DAYS);
  await migrate({ ownerUrl, serviceUrl: ownerUrl }, DAYS);
  await ask(ownerUrl, "select * from audit_entries");
  for (const statement of ["update audit_entries set action = 'x'", "delete from audit_entries"]) {
    await assert.rejects(ask(ownerUrl, statement), REFUSED);
  }
});

test("a service without its owner's URL names the setting", async () => {
  const addresses = await externalDatabase("forgotten");
  await migrate(addresses, DAYS);
  const { serviceUrl } = addresses;
  await assert.rejects(migrate({ ownerUrl: serviceUrl, serviceUrl }, DAYS), /DATABASE_OWNER_URL/);
});

test("the next start creates the service's role in an older data folder, and keeps it", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "paydesk-roles-"));
  const first = await startEmbedded({ dataDir, throwaway: true });
  await ask(first.url, "drop role paydesk_service");
  await first.stop();
  const path = join(dataDir, "postgres.json");
  const { servicePassword: _, ...before } = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify(before));
  const addresses: string[] = [];
  for (let start = 0; start < 2; start++) {
    const again = await startEmbedded({ dataDir, throwaway: true });
    addresses.push(again.serviceUrl);
    assert.deepEqual(await ask(again.serviceUrl, "select current_user as role"), [
      { role: "paydesk_service" },
    ]);
    await again.stop();
  }
  assert.equal(addresses[0], addresses[1]);
  rmSync(dataDir, { recursive: true, force: true });
});
