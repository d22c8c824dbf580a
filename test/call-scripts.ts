// A separate process that calls scripts, one after the other, because starting each takes a second:
//   node test/call-scripts.ts '[["lib/cli/rail.ts","--help"],…]'
// Prints a line of JSON for each: what it wrote, and the exit code with which it ended.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

export type ScriptCall = [path: string, ...args: string[]];
export type ScriptAnswer = { stdout: string; stderr: string; code: number | string | null };

class Ended extends Error {
  readonly code: ScriptAnswer["code"];
  constructor(code: ScriptAnswer["code"]) {
    super("The script ended itself.");
    this.code = code;
  }
}

process.exit = (code) => {
  throw new Ended(code ?? process.exitCode ?? 0);
};

/** The code with which a process ends in which `error` was thrown and not caught. */
function endBy(error: unknown): ScriptAnswer["code"] {
  if (error instanceof Ended) return error.code;
  try {
    process.emit("uncaughtException", error as Error);
  } catch (end) {
    if (end instanceof Ended) return end.code;
  }
  throw error;
}

const print = process.stdout.write.bind(process.stdout);
const calls = JSON.parse(process.argv[2]!) as ScriptCall[];
for (const [index, [path, ...args]] of calls.entries()) {
  const written = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    process[name].write = (piece: string | Uint8Array) => {
      written[name] += piece;
      return true;
    };
  }
  process.argv = [process.execPath, path, ...args];
  process.exitCode = undefined;
  process.removeAllListeners("uncaughtException");
  // The query makes it run again.
  const url = `${pathToFileURL(resolve(path)).href}?${index}`;
  const code = await import(url).then(() => process.exitCode ?? 0, endBy);
  print(`${JSON.stringify({ ...written, code } satisfies ScriptAnswer)}\n`);
}
process.exitCode = 0;
