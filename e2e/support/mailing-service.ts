// A separate service with a mail server, because the service that all journeys share sends no e-mail.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { freePort } from "#db/embedded/ports.ts";
import { childEnv } from "#lib/kernel/env.ts";
import { newId } from "#lib/kernel/ids.ts";
import { startMailServer } from "#test/mail-server.ts";
import { ownFolder } from "./own-folder.ts";
import { test } from "./test.ts";

export type MailingService = Awaited<ReturnType<typeof startMailingService>>;

/** A whole installation starts, on a machine that runs other journeys. */
const START_TIMEOUT_MS = 180_000;

/** Starts it on its own folder and port, before all tests of a file; `settings` are environment variables. */
export async function startMailingService(settings: Record<string, string> = {}) {
  test.setTimeout(START_TIMEOUT_MS);
  const dataDir = ownFolder("mailing");
  const port = await freePort();
  const mail = await startMailServer();
  const url = `http://localhost:${port}`;
  const variables = childEnv({
    ...{ DATA_DIR: dataDir, PORT: String(port), PUBLIC_URL: undefined, LOG_LEVEL: "warn" },
    ...{ SMTP_URL: mail.url, ...settings },
  });
  const serve = join("lib", "cli", "launch", "serve.ts");
  const child = spawn(process.execPath, ["--no-warnings", serve], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: variables,
  });
  const ended = once(child, "exit");
  const died = ended.then(() => Promise.reject(new Error("The service ended while it started.")));
  await Promise.race([once(child, "message"), died]);
  died.catch(() => {});

  /** Runs the operator's command and returns its output. */
  async function account(input: string, ...args: string[]): Promise<string> {
    const run = ["start.mjs", "run", "lib/cli/account.ts", ...args];
    const command = spawn(process.execPath, run, {
      stdio: ["pipe", "pipe", "inherit"],
      env: variables,
    });
    command.stdin.end(input);
    return await text(command.stdout);
  }

  return {
    url,
    account,
    async newAccount(name: string) {
      const email = `${newId("usr")}@journey.example`;
      const password = "a long enough password";
      await account(`${password}\n`, "create", "--name", name, "--email", email, "--json");
      return { email, password };
    },
    /** The e-mails to an address as text, oldest first. */
    sentTo: (email: string) =>
      mail.received.filter(({ to }) => to.includes(email)).map(({ data }) => decoded(data)),
    async stop() {
      child.send("stop");
      await ended;
      await mail.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Decodes quoted-printable text, as far as links need it. */
const decoded = (data: string) => data.replace(/=\r\n/g, "").replace(/=3D/g, "=");
