// A separate process that asks scripts for their usage, one after the other, because starting each takes a second:
//   node test/read-usages.ts lib/cli/rail.ts …
// Prints a line of JSON for each: what it wrote, and the exit code with which it ended itself.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

export type Usage = { path: string; text: string; code: number | string | null | undefined };

class Ended extends Error {
  readonly code: Usage["code"];
  constructor(code: Usage["code"]) {
    super("The script ended itself.");
    this.code = code;
  }
}

const print = process.stdout.write.bind(process.stdout);
process.exit = (code) => {
  throw new Ended(code);
};

for (const path of process.argv.slice(2)) {
  let text = "";
  process.argv = [process.execPath, path, "--help"];
  process.stdout.write = (piece: string | Uint8Array) => {
    text += piece;
    return true;
  };
  const end: unknown = await import(pathToFileURL(resolve(path)).href).then(
    () => new Error(`${path} did not end with its usage`),
    (error) => error,
  );
  if (!(end instanceof Ended)) throw end;
  print(`${JSON.stringify({ path, text, code: end.code } satisfies Usage)}\n`);
}
