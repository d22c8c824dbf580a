import { UsageError } from "./exit.ts";

/** The options that every command takes. */
export const COMMON_OPTIONS = `  --key KEY           a secret key (default: PAYDESK_SECRET_KEY, else that of \`paydesk login\`)
  --url URL           address of the service (default: PAYDESK_URL)
  --api-version DATE  dated version of the API (default: the account's)
  --json              print JSON
  --help              print this`;

/** A command line taken apart: words, and options in order. Options have two dashes; a value follows `=` or is the next
 * word. */
export interface Flags {
  words: string[];
  options: Array<[name: string, value: string | true]>;
}

const SWITCHES = new Set(["help", "json", "all", "fresh", "allow-writes", "allow-live-writes"]);

/** Takes arguments apart. `isSwitch` names further options without a value. */
export function parseFlags(
  args: readonly string[],
  isSwitch: (name: string) => boolean = () => false,
): Flags {
  const flags: Flags = { words: [], options: [] };
  for (let place = 0; place < args.length; place++) {
    const word = args[place]!;
    if (word === "-h") flags.options.push(["help", true]);
    else if (word === "--") return { ...flags, words: [...flags.words, ...args.slice(place + 1)] };
    else if (!word.startsWith("--")) flags.words.push(word);
    else {
      const [name = "", value] = split(word.slice(2));
      const next = args[place + 1];
      const takesNone = SWITCHES.has(name) || isSwitch(name);
      if (value !== undefined) flags.options.push([name, value]);
      else if (takesNone || next === undefined || next.startsWith("--"))
        flags.options.push([name, true]);
      else {
        flags.options.push([name, next]);
        place++;
      }
    }
  }
  return flags;
}

function split(text: string): [string, string?] {
  const at = text.indexOf("=");
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** The last value of an option; null if it was not given. Throws without a value. */
export function optionOf({ options }: Flags, name: string): string | null {
  const found = options.findLast(([each]) => each === name);
  if (!found) return null;
  if (found[1] === true || found[1] === "") throw new UsageError(`--${name} needs a value.`);
  return found[1];
}

export const has = ({ options }: Flags, name: string): boolean =>
  options.some(([each]) => each === name);

const COMMON = ["key", "url", "api-version", "json", "help"];

/** Refuses options that a command does not have. */
export function refuseOthers({ options }: Flags, known: readonly string[]): void {
  const odd = options.find(([name]) => !COMMON.includes(name) && !known.includes(name));
  if (odd) throw new UsageError(`--${odd[0]} is not an option of this command.`);
}
