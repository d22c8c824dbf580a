import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Context } from "../context.ts";
import { EXIT, Failed, UsageError } from "../exit.ts";
import { type Flags, has, optionOf, parseFlags, refuseOthers } from "../flags.ts";
import { table } from "../output.ts";
import { readLogin } from "../stored-login.ts";
import type { Command } from "./command.ts";

interface Sample {
  name: string;
  about: string;
  files: string[];
}

/** Stands in the samples for the address of the service. */
const ORIGIN = "{origin}";

export const SAMPLES: Command = {
  name: "samples",
  summary: "list, create: copy a working sample integration",
  usage: (name) => `Usage: ${name} samples list
       ${name} samples create NAME [DIR] [--url URL]

Copies a sample out of this package into a new or empty folder, by default one with its name. It needs neither a key nor a
connection. Addresses in it are those of the service.

  --url URL  address of the service (default: PAYDESK_URL, else that of \`${name} login\`)
  --json     print JSON`,
  handles: () => true,
  async run([verb, ...args], context) {
    const flags = parseFlags(args);
    refuseOthers(flags, []);
    const samples = samplesIn(context.samples);
    if (verb === "list" && flags.words.length === 0) {
      const rows = samples.map(({ name, about }) => ({ name, about }));
      context.say(has(flags, "json") ? JSON.stringify({ data: samples }, null, 2) : table(rows));
      return EXIT.ok;
    }
    const [name, folder = name, ...more] = flags.words;
    if (verb !== "create" || !name || !folder || more.length > 0) {
      throw new UsageError(`Usage: ${context.name} samples list | create NAME [DIR]`);
    }
    const sample = samples.find((each) => each.name === name);
    if (!sample) {
      const names = samples.map((each) => each.name).join(", ");
      throw new UsageError(`"${name}" is not a sample. Samples are ${names}.`);
    }
    const path = resolve(folder);
    copy(sample, path, { from: context.samples, url: await urlOf(flags, context) });
    const { files } = sample;
    if (has(flags, "json")) context.say(JSON.stringify({ name, folder: path, files }, null, 2));
    else context.say(`${files.join(", ")} are in ${path}. README.md says how to run them.`);
    return EXIT.ok;
  },
};

function samplesIn(folder: string): Sample[] {
  const list = join(folder, "samples.json");
  if (!existsSync(list)) {
    throw new Failed("This copy of the package has no samples: they are added when it is packed.");
  }
  return JSON.parse(readFileSync(list, "utf8")) as Sample[];
}

/** Copies into a folder that is new or empty: nothing is overwritten. */
function copy(sample: Sample, path: string, { from, url }: { from: string; url: string }): void {
  if (existsSync(path) && readdirSync(path).length > 0) {
    throw new Failed(`${path} is not empty. Name another folder.`);
  }
  for (const name of sample.files) {
    const text = readFileSync(join(from, sample.name, name), "utf8");
    const file = join(path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text.replaceAll(ORIGIN, url));
  }
}

/** The address of the service for the programs; without one, the usual address of a local service. */
async function urlOf(flags: Flags, context: Context): Promise<string> {
  const given =
    optionOf(flags, "url") ?? context.env.PAYDESK_URL ?? (await readLogin(context))?.url;
  return (given ?? "http://localhost:3000").replace(/\/+$/, "");
}
