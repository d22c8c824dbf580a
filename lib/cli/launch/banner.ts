import { relative } from "node:path";
import type { FirstSignIn } from "./first-sign-in.ts";

const colours = process.stdout.isTTY;
const bold = (text: string) => (colours ? `\x1b[1m${text}\x1b[22m` : text);
const dim = (text: string) => (colours ? `\x1b[2m${text}\x1b[22m` : text);

function shorten(path: string): string {
  const short = relative(process.cwd(), path);
  return short === "" || short.startsWith("..") ? path : short;
}

/** The message after the start. */
export function banner(facts: {
  url: string;
  dataDir: string | null;
  signIn: FirstSignIn | null;
}): string {
  const { url, dataDir, signIn } = facts;
  const rows: [string, string][] = [["Dashboard", bold(url)]];
  if (signIn) {
    const { email, password, once } = signIn;
    rows.push(["Sign in", `${bold(email)}  ${dim("password")} ${bold(password)}`]);
    if (once)
      rows.push(["", "This password is shown only once. Change it under Settings, Security."]);
  }
  rows.push(["API", `${url}/v1`]);
  if (dataDir) rows.push(["Data", shorten(dataDir)]);
  const lines = rows.map(([name, value]) => `  ${dim(name.padEnd(11))}${value}`);
  return [
    "",
    `  ${bold("Paydesk is running.")}`,
    "",
    ...lines,
    "",
    `  ${dim("Press Ctrl-C to stop. All data is kept.")}`,
    "",
    "",
  ].join("\n");
}
