import { execFile } from "node:child_process";
import { childEnv } from "#lib/kernel/env.ts";

/** Runs `npm run -s books -- verify …` without a database. */
export const verifyBooks = (...args: string[]) =>
  new Promise<{ code: number; out: string }>((resolve) => {
    const env = childEnv({
      ...{ DATABASE_URL: undefined, DATABASE_OWNER_URL: undefined, DATA_DIR: "/nonexistent" },
    });
    const child = execFile(
      process.execPath,
      ["lib/cli/books.ts", "verify", ...args],
      { env },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(child.exitCode) : 0, out: stdout + stderr }),
    );
  });
