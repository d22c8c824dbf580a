// A real Prometheus watches a real installation whose database, books and machines have faults.

// Runs alone: its processes use a PostgreSQL of their own, which it stops.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { generate } from "selfsigned";
import { freePort } from "#db/embedded/ports.ts";
import { DAY_MS, dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import { env } from "#lib/kernel/env.ts";
import { watchFaults } from "./faults.ts";
import { type Program, startWeb } from "./support.ts";
import { run } from "./watched.ts";

let strange: Program;
const folder = mkdtempSync(join(tmpdir(), "paydesk-watch-"));
const tls = { TLS_CERT: join(folder, "cert.pem"), TLS_KEY: join(folder, "key.pem") };
after(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a certificate that is valid for so many days. */
async function writeCertificate(days: number): Promise<void> {
  const made = await generate([{ name: "commonName", value: "localhost" }], {
    keyType: "ec",
    notAfterDate: dateFromMs(nowMs() + days * DAY_MS),
  });
  writeFileSync(tls.TLS_KEY, made.private);
  writeFileSync(tls.TLS_CERT, made.cert);
}

/** A module that sets the system's clock ahead, and right again, when the process gets SIGUSR2. */
const AHEAD = `data:text/javascript,${encodeURIComponent(`
  const real = Date.now;
  let ahead = 0;
  Date.now = () => real() + ahead;
  process.on("SIGUSR2", () => { ahead = 20000 - ahead; });`)}`;

const { watched, plays } = watchFaults(async ({ variables }) => {
  await writeCertificate(60);
  const port = await freePort();
  const own = { PORT: String(port), NODE_OPTIONS: `--import=${AHEAD}` };
  strange = await startWeb({ ...tls, ...variables, ...own });
  return { "paydesk-tls": [port] };
});

plays("the database stops", ["NotReady", "DatabaseUnavailable", "ServerErrors", "LoopFailing"], {
  begin: () => watched().stopDatabase(),
  end: () => watched().startDatabase(),
});

async function setReadOnly(change: "set default_transaction_read_only = on" | "reset all") {
  const { admin, database } = watched();
  await admin(`alter database "${database}" ${change}`);
  await admin(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
  );
}

plays("the database refuses writes", ["WritesRefused", "NotReady"], {
  begin: () => setReadOnly("set default_transaction_read_only = on"),
  end: () => setReadOnly("reset all"),
});

let holder: pg.Client;
let reading: NodeJS.Timeout;
plays("a session blocks a table", ["PoolExhausted", "ApiSlow"], {
  begin: async () => {
    holder = new pg.Client({ connectionString: env.databaseOwnerUrl });
    await holder.connect();
    await holder.query("begin; lock table customers in access exclusive mode");
    reading = setInterval(
      () =>
        void watched()
          .call("/v1/customers")
          .catch(() => {}),
      100,
    );
  },
  end: async () => {
    clearInterval(reading);
    await holder.query("rollback");
    await holder.end();
  },
});

const FINDING = "a row of the trial";
plays("the check of the books has a finding", ["BooksWrong"], {
  begin: () =>
    run(
      `insert into book_findings (account_id, mode, part, "row", law, what, place, found_at, seen_at)
       values ($1, 'test', 'payments', $2, 'a law', 'a fault', '', now(), now())`,
      [watched().merchant.account.id, FINDING],
    ),
  end: () => run(`delete from book_findings where "row" = $1`, [FINDING]),
});

let pausing: NodeJS.Timeout;
plays("a process is busy", ["EventLoopSlow"], {
  begin: async () => {
    const pid = watched().processes.web.pid!;
    pausing = setInterval(async () => {
      process.kill(pid, "SIGSTOP");
      await sleep(500);
      process.kill(pid, "SIGCONT");
    }, 700);
  },
  end: async () => {
    clearInterval(pausing);
    await sleep(600);
  },
});

async function turnStrange(daysLeft: number): Promise<void> {
  process.kill(strange.pid!, "SIGUSR2");
  await writeCertificate(daysLeft);
}

plays("a certificate expires, and a clock is ahead", ["CertificateExpiring", "ClockWrong"], {
  begin: () => turnStrange(5),
  end: () => turnStrange(60),
});

plays("every web process is killed", ["NoWeb", "WebDown"], {
  begin: async () => {
    await Promise.all([watched().processes.web.kill(), watched().processes.second.kill()]);
  },
  end: () => watched().restartWebs(),
});
