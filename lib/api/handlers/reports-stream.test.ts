import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import type { Socket } from "node:net";
import { after, before, test } from "node:test";
import { getPool } from "#db/client.ts";
import { createKey, narrowKey, revokeKey } from "#lib/domain/keys/index.ts";
import { nowMs, SECOND_MS, useClock } from "#lib/kernel/clock.ts";
import { manyRows } from "#test/entry-rows.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { takeCsv } from "#test/report-file.ts";
import { openGet, readRaw, startWeb, type Web } from "#test/web.ts";

/** More bytes than the sockets' buffers, so that a client that stops reading stops the database. */
const ROWS = 80_000;
const PATH = "/v1/reports?type=settlement&format=csv";

let web: Web;
let merchant: Merchant;
let settlement: string;

before(async () => {
  web = await startWeb();
  merchant = await createMerchant();
  settlement = await manyRows(merchant, ROWS);
});
after(() => web.stop());

const ask = (path = PATH, version?: string) =>
  openGet(web.port, path, { Authorization: `Bearer ${merchant.keys.test.secret}` }, version);

/** Backends that copy a report out now, and what each waits for. */
async function copying(): Promise<string[]> {
  const { rows } = await getPool().query(
    `select coalesce(wait_event, 'works') as waits from pg_stat_activity
      where datname = current_database() and state = 'active' and query like 'copy (%'`,
  );
  return rows.map(({ waits }) => waits);
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
}

const lastDownload = async () =>
  (
    await getPool().query(
      "select * from downloads where account_id = $1 order by id desc limit 1",
      [merchant.account.id],
    )
  ).rows[0];

async function firstBytes(socket: Socket): Promise<Buffer> {
  socket.once("data", () => socket.pause());
  const [bytes] = await once(socket, "data");
  return bytes;
}

test("on the wire, the rows are followed by their number and the hash of every byte", async () => {
  const { status, headers, body, trailers } = await readRaw(ask());
  assert.equal(status, 200);
  assert.equal(
    headers.get("trailer"),
    "Service-Row-Count, Service-Content-Sha256, Repr-Digest, Service-Books-Proof",
  );
  assert.equal(headers.get("content-length"), undefined);
  const hash = createHash("sha256").update(body);
  assert.equal(trailers.get("service-row-count"), String(ROWS));
  assert.equal(trailers.get("service-content-sha256"), hash.copy().digest("hex"));
  assert.equal(trailers.get("repr-digest"), `sha-256=:${hash.copy().digest("base64")}:`);
  const [head = "", ...lines] = body.toString().trimEnd().split("\n");
  assert.equal(lines.length, ROWS);
  const column = head.split(",").indexOf("net");
  const net = lines.reduce((sum, line) => sum + BigInt(line.split(",")[column]!), 0n);
  const {
    rows: [kept],
  } = await getPool().query("select net from settlements where id = $1", [settlement]);
  assert.equal(net, kept.net);
  const download = await lastDownload();
  assert.deepEqual(
    [download.status, download.row_count, download.byte_count, download.sha256, download.prepared],
    ["ready", BigInt(ROWS), BigInt(body.length), hash.digest("hex"), false],
  );
  assert.match(download.requested_by, /^key_/);
});

test("an empty report has a header, trailers, and no rows", async () => {
  const { body, trailers } = await readRaw(ask(`${PATH}&currency=GBP`));
  assert.equal(body.toString().split("\n").length, 2);
  assert.equal(trailers.get("service-row-count"), "0");
});

test("an HTTP/1.0 client gets the same rows without trailers", async () => {
  const { headers, body } = await readRaw(ask(PATH, "1.0"));
  assert.equal(headers.get("transfer-encoding"), undefined);
  assert.equal(headers.get("trailer"), undefined);
  assert.equal(body.toString().split("\n").length, ROWS + 2);
});

test("an error is JSON, also when a file was requested", async () => {
  const { status, headers, body } = await readRaw(ask(`${PATH}&columns=secret`));
  assert.deepEqual([status, headers.get("content-type")], [400, "application/json"]);
  assert.equal(JSON.parse(body.toString()).error.param, "columns");
});

test("while the client does not read, the database waits, nothing is buffered, and the rest arrives complete", async () => {
  const before = process.memoryUsage();
  const socket = ask();
  const first = await firstBytes(socket);
  await until(async () => (await copying()).includes("ClientWrite"));
  const during = process.memoryUsage();
  const grown = Math.round((during.rss - before.rss) / 2 ** 20);
  assert.ok(grown < 64, `${grown} MB more`);
  socket.unshift(first);
  const { body, trailers } = await readRaw(socket);
  const hash = createHash("sha256").update(body).digest("base64");
  assert.equal(trailers.get("repr-digest"), `sha-256=:${hash}:`);
  await until(async () => (await copying()).length === 0);
  assert.equal((await lastDownload()).status, "ready");
});

test("a client that disconnects ends the query in the database, and is recorded as gone", async () => {
  const socket = ask();
  await firstBytes(socket);
  await until(async () => (await copying()).length === 1);
  socket.destroy();
  await until(async () => (await copying()).length === 0);
  await until(async () => (await lastDownload()).status === "canceled");
  const { sha256, row_count } = await lastDownload();
  assert.equal(sha256, null);
  assert.ok(row_count < BigInt(ROWS));
});

test("an account has at most three concurrent files, and a finished one frees a slot", async () => {
  const sockets = [ask(), ask(), ask()];
  for (const socket of sockets) await firstBytes(socket);
  const fourth = await readRaw(ask());
  assert.deepEqual([fourth.status, fourth.headers.get("retry-after")], [429, "5"]);
  assert.equal(JSON.parse(fourth.body.toString()).error.code, "rate_limited");
  const other = await createMerchant();
  assert.equal((await takeCsv(other.keys.test.secret, "type=settlement")).status, 200);
  sockets[0]!.destroy();
  await until(async () => (await copying()).length === 2);
  await until(async () => (await readRaw(ask(`${PATH}&currency=GBP`))).status === 200);
  for (const socket of sockets) socket.destroy();
  await until(async () => (await copying()).length === 0);
});

test("a query that fails midway breaks the response off, so that no client takes it for complete", async () => {
  const socket = ask();
  await firstBytes(socket);
  await until(async () => (await copying()).includes("ClientWrite"));
  await getPool().query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'copy (%'",
  );
  let last = "";
  socket.on("data", (bytes) => {
    last = (last + bytes.toString("latin1")).slice(-200);
  });
  socket.resume();
  await once(socket, "close");
  assert.doesNotMatch(last, /\r\n0\r\n/, "no last chunk");
  await until(async () => (await lastDownload()).status === "failed");
});

/** Reads the rest of a file 10 seconds later by the clock, and says whether it has an end. */
async function endsLater(socket: Socket): Promise<boolean> {
  const then = nowMs() + 10 * SECOND_MS;
  const putBack = useClock({ nowMs: () => then });
  try {
    let last = "";
    socket.on("data", (bytes) => {
      last = (last + bytes.toString("latin1")).slice(-600);
    });
    socket.resume();
    await once(socket, "close");
    return /\r\n0\r\n/.test(last);
  } finally {
    putBack();
  }
}

test("a key that is revoked or narrowed gets no more rows of a file, which then has no end", async () => {
  const { ctx } = merchant;
  const made = async () => {
    const { key, plaintext } = await createKey(ctx.test, {
      ...{ kind: "secret", name: "Books", scopes: ["reports:read", "payments:read"] },
    });
    const headers = { Authorization: `Bearer ${plaintext}` };
    const socket = openGet(web.port, PATH, headers);
    await firstBytes(socket);
    return { key, socket };
  };
  const [kept, revoked, narrowed] = [await made(), await made(), await made()];
  await revokeKey(ctx.test, revoked.key.id);
  await narrowKey(ctx.test, narrowed.key.id, ["payments:read"]);
  assert.equal(await endsLater(revoked.socket), false);
  assert.equal(await endsLater(narrowed.socket), false);
  assert.equal(await endsLater(kept.socket), true);
  await until(async () => (await copying()).length === 0);
});

test("an HTTP/1.0 client, to whom the end of the connection is the end of a file, sees it reset when a file breaks off", async () => {
  const socket = ask(PATH, "1.0");
  await firstBytes(socket);
  await until(async () => (await copying()).includes("ClientWrite"));
  await getPool().query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'copy (%'",
  );
  socket.resume();
  const errors: unknown[] = [];
  socket.on("error", (error: NodeJS.ErrnoException) => errors.push(error.code));
  await new Promise((resolve) => socket.once("close", resolve));
  assert.deepEqual(errors, ["ECONNRESET"]);
});

test("a HEAD request starts no query", async () => {
  const response = await fetch(`http://127.0.0.1:${web.port}${PATH}`, {
    method: "HEAD",
    headers: { Authorization: `Bearer ${merchant.keys.test.secret}` },
  });
  assert.equal(response.status, 200);
  assert.match(response.headers.get("content-type")!, /^text\/csv/);
  assert.deepEqual(await copying(), []);
});
