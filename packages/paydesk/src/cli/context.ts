import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** What a command uses of its surroundings. */
export interface Context {
  env: Readonly<Record<string, string | undefined>>;
  /** A line of the result, to standard output. */
  say(line: string): void;
  /** A line for the person, to standard error. */
  warn(line: string): void;
  input: NodeJS.ReadableStream;
  /** Aborts when the person or system ends the command. */
  signal: AbortSignal;
  /** Where the command keeps what it must remember. */
  folder: string;
  /** Where the samples are that came with the package. */
  samples: string;
  /** How to call it, for usage texts. */
  name: string;
}

/** The context of a process. */
export function processContext(): Context {
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort());
  return {
    env: process.env,
    say: (line) => process.stdout.write(`${line}\n`),
    warn: (line) => process.stderr.write(`${line}\n`),
    input: process.stdin,
    signal: stop.signal,
    folder: folderOf(process.env),
    samples: fileURLToPath(new URL("../../samples", import.meta.url)),
    name: "paydesk",
  };
}

function folderOf(env: Context["env"]): string {
  if (env.PAYDESK_HOME) return env.PAYDESK_HOME;
  const config = env.XDG_CONFIG_HOME ?? env.APPDATA ?? join(homeOf(), ".config");
  return join(config, "paydesk");
}

/** The person's folder. Containers run programs as users that have none. */
function homeOf(): string {
  try {
    return homedir();
  } catch {
    return tmpdir();
  }
}
