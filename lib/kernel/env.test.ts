import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { test } from "node:test";
import { EnvError, settingsFrom } from "./env.ts";
import { parse, SETTINGS } from "./env-schema.ts";

const problemsOf = (source: Record<string, string>): readonly string[] => {
  try {
    void settingsFrom(source).port;
  } catch (error) {
    if (error instanceof EnvError) return error.problems;
    throw error;
  }
  return [];
};

test("an empty environment is usable and stays on this machine", () => {
  const settings = settingsFrom({});
  assert.equal(settings.port, 3000);
  assert.equal(settings.host, "127.0.0.1");
  assert.equal(settings.publicUrl, "http://localhost:3000");
  assert.deepEqual(settings.origins, ["http://localhost:3000", "http://127.0.0.1:3000"]);
  assert.equal(settings.tls, null);
  assert.equal(settings.webhookAllowPrivate, false);
  assert.match(settings.dataDir, /[/\\]\.data$/);
});

test("one error names every malformed variable and no value", () => {
  const problems = problemsOf({
    PORT: "70000",
    PUBLIC_URL: "https://pay.example/path",
    DATABASE_URL: "mysql://user:hunter2@db/x",
    PAYDESK_MASTER_KEY: "hunter2",
    TRUSTED_PROXY: "10.0.0.0/40",
    SMTP_URL: "http://mail",
    SIGN_UP: "anyone",
    WEBHOOK_ALLOW_PRIVATE: "perhaps",
    LOG_LEVEL: "loud",
    METRICS_TOKEN: "short",
  });
  const named = problems.map((line) => line.split(" ")[0]).sort();
  assert.deepEqual(named, [
    "DATABASE_URL",
    "LOG_LEVEL",
    "METRICS_TOKEN",
    "PAYDESK_MASTER_KEY",
    "PORT",
    "PUBLIC_URL",
    "SIGN_UP",
    "SMTP_URL",
    "TRUSTED_PROXY",
    "WEBHOOK_ALLOW_PRIVATE",
  ]);
  assert.doesNotMatch(problems.join("\n"), /hunter2|70000/);
});

test("a certificate without its key, and a live rail without its secret, are refused", () => {
  assert.deepEqual(problemsOf({ TLS_CERT: "/a.pem" }), [
    "TLS_KEY is needed because TLS_CERT is set",
  ]);
  assert.deepEqual(problemsOf({ LIVE_RAIL_SECRET: "x".repeat(32) }), [
    "LIVE_RAIL_URL is needed because LIVE_RAIL_SECRET is set",
  ]);
  assert.deepEqual(problemsOf({ DATABASE_OWNER_URL: "postgres://owner@db/x" }), [
    "DATABASE_URL is needed because DATABASE_OWNER_URL is set",
  ]);
});

test("addresses of the database may list hosts, and say what is wrong with the list", () => {
  const hosts = "postgres://service:hunter2@db1:5432,db2:5432/paydesk";
  const settings = settingsFrom({
    DATABASE_URL: `${hosts}?target_session_attrs=read-write`,
    DATABASE_REPLICA_URL: hosts,
  });
  assert.equal(settings.databaseUrl, `${hosts}?target_session_attrs=read-write`);
  assert.equal(settings.databaseReplicaUrl, hosts);
  assert.equal(settingsFrom({}).databaseReplicaUrl, null);
  assert.deepEqual(problemsOf({ DATABASE_URL: `${hosts}?target_session_attrs=standby` }), [
    "DATABASE_URL must have target_session_attrs=read-write or primary, or none: it is for writes",
  ]);
  assert.deepEqual(problemsOf({ DATABASE_REPLICA_URL: hosts }), [
    "DATABASE_URL is needed because DATABASE_REPLICA_URL is set",
  ]);
});

test("a missing required variable fails when it is read, not before", () => {
  const settings = settingsFrom({ PORT: "3001" });
  assert.equal(settings.port, 3001);
  assert.throws(() => settings.databaseUrl, /DATABASE_URL is not set/);
  assert.throws(() => settings.masterKey, /PAYDESK_MASTER_KEY is not set/);
});

test("the master key is 32 bytes in hex or base64, and nothing else", () => {
  const bytes = Buffer.alloc(32, 7);
  for (const text of [
    bytes.toString("hex"),
    bytes.toString("base64"),
    bytes.toString("base64url"),
  ]) {
    assert.deepEqual(settingsFrom({ PAYDESK_MASTER_KEY: text }).masterKey, bytes);
  }
  assert.equal(problemsOf({ PAYDESK_MASTER_KEY: Buffer.alloc(31).toString("base64") }).length, 1);
});

test("an empty variable counts as absent", () => {
  assert.equal(settingsFrom({ PORT: "", SMTP_URL: "" }).smtpUrl, null);
});

test("private webhook addresses are allowed by default only with the embedded database and on this machine", () => {
  const allowed = (settings: Record<string, string>) =>
    settingsFrom({ PAYDESK_EMBEDDED: "1", ...settings }).webhookAllowPrivate;
  const local: Record<string, string>[] = [
    {},
    { HOST: "::1" },
    { PUBLIC_URL: "http://127.0.0.1:3000" },
  ];
  const exposed: Record<string, string>[] = [
    { TLS_CERT: "cert.pem", TLS_KEY: "key.pem" },
    { TRUSTED_PROXY: "127.0.0.1" },
    { PUBLIC_URL: "https://pay.example" },
    { PUBLIC_URL: "https://localhost" },
    { HOST: "0.0.0.0" },
  ];
  for (const settings of local) {
    assert.equal(allowed(settings), true, JSON.stringify(settings));
  }
  for (const settings of exposed) {
    assert.equal(allowed(settings), false, JSON.stringify(settings));
  }
  assert.equal(allowed({ TRUSTED_PROXY: "127.0.0.1", WEBHOOK_ALLOW_PRIVATE: "true" }), true);
  const refused = settingsFrom({ PAYDESK_EMBEDDED: "1", WEBHOOK_ALLOW_PRIVATE: "false" });
  assert.equal(refused.webhookAllowPrivate, false);
});

test("PUBLIC_URL is the only origin when it is set", () => {
  const settings = settingsFrom({ PUBLIC_URL: "https://pay.example/" });
  assert.equal(settings.publicUrl, "https://pay.example");
  assert.deepEqual(settings.origins, ["https://pay.example"]);
});

test("a rail on another machine needs https and a secret", () => {
  for (const url of ["http://127.0.0.1:3100", "http://localhost:3100", "http://[::1]:3100"]) {
    assert.deepEqual(problemsOf({ SANDBOX_RAIL_URL: url }), []);
  }
  const secret = "x".repeat(32);
  const elsewhere = { SANDBOX_RAIL_URL: "https://rail.example" };
  assert.deepEqual(problemsOf({ ...elsewhere, SANDBOX_RAIL_SECRET: secret }), []);
  assert.match(problemsOf(elsewhere).join(), /SANDBOX_RAIL_SECRET is needed/);
  const plain = { LIVE_RAIL_URL: "http://rail.example", LIVE_RAIL_SECRET: secret };
  assert.match(problemsOf(plain).join(), /LIVE_RAIL_URL must begin with https/);
  for (const ms of ["99", "60001", "1e3", "-100"]) {
    assert.match(problemsOf({ RAIL_TIMEOUT_MS: ms }).join(), /RAIL_TIMEOUT_MS must be/);
  }
});

/** Set by our own programs for each other, or for journeys. */
const INTERNAL = [
  ...["PAYDESK_EMBEDDED", "PAYDESK_CARRIED_KEYS", "PAYDESK_THROWAWAY"],
  ...["CHROMIUM_PATH", "JOURNEYS_BY_KEYBOARD"],
];

test("the README names every setting with its default", () => {
  const [, table = ""] = readFileSync("README.md", "utf8").split("## Settings\n");
  const rows = [...table.split("\n## ")[0]!.matchAll(/^\| (`.*?) \| (.*?) \| /gm)].flatMap(
    ([, names = "", defaults = ""]) => {
      const all = names.match(/(?<=`)[A-Z_]+(?=`)/g) ?? [];
      const given = defaults.split(", ");
      return all.map((name, n) => [name, given[n] ?? given[0]!] as const);
    },
  );
  const named = rows.map(([name]) => name);
  assert.deepEqual([...named, ...INTERNAL].sort(), [...SETTINGS].sort());
  const defaults = parse({}) as Record<string, unknown>;
  for (const [name, text] of rows) {
    const value = defaults[name];
    if (!["string", "number", "boolean"].includes(typeof value)) continue;
    const shown = typeof value === "string" ? basename(value) : String(value);
    assert.equal(text, `\`${shown}\``, name);
  }
});
