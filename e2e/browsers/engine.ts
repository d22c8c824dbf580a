import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { childEnv } from "#lib/kernel/env.ts";

/** A browser that a test drives. Elements are named by an expression that the page evaluates to one, and `frame` by a
 *  part of the address of the frame they are in. */
export type Engine = {
  /** Name and version, as the browser says them. */
  name: string;
  open(url: string): Promise<void>;
  /** Value of an expression in the page. */
  read<T>(expression: string, frame?: string): Promise<T>;
  /** Clicks as a person does: at the place where the element is. */
  click(element: string, frame?: string): Promise<void>;
  /** Clicks a field and types. */
  type(element: string, text: string, frame?: string): Promise<void>;
  /** Errors of scripts since the start, which nothing caught. */
  faults(): Promise<string[]>;
  close(): Promise<void>;
};

export type EngineName = "firefox" | "webkit";

/** How to find and start an engine. */
export type Driver = {
  /** The program it needs, or undefined if this machine has none. */
  find(): string | undefined;
  /** Debian packages that install it. */
  packages: string;
  start(program: string): Promise<Engine>;
};

/** The first of these files that exists. */
export const firstFile = (...paths: string[]) => paths.find((path) => existsSync(path));

const PATIENCE_MS = 60_000;
const LOOK_MS = 100;

/** Waits until `look` gives something other than false, null or undefined, and returns it. Throws with `what` after a
 *  minute. */
export async function until<T>(what: string, look: () => Promise<T>): Promise<NonNullable<T>> {
  let last: unknown;
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; ) {
    try {
      const found = await look();
      if (found !== false && found !== null && found !== undefined) return found;
    } catch (error) {
      // A page that is being replaced answers with an error.
      last = error;
    }
    await sleep(LOOK_MS);
  }
  throw new Error(`${what}: not within a minute${last ? ` (${(last as Error).message})` : ""}`);
}

export type Program = { line(pattern: RegExp): Promise<RegExpExecArray>; stop(): Promise<void> };

/** Starts a program; `line` waits for output that matches. */
export function startProgram(
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Program {
  const child = spawn(command, args, {
    env: childEnv(env),
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  let said = "";
  let failure: Error | undefined;
  child.on("error", (error) => {
    failure = error;
  });
  for (const stream of child.stdio.slice(1)) {
    stream?.on("data", (data: Buffer) => {
      said += data;
    });
  }
  const gone = new Promise<void>((resolve) => child.once("close", () => resolve()));
  return {
    line: (pattern) =>
      until(`${command} says ${pattern}`, async () => {
        if (failure) throw failure;
        return pattern.exec(said);
      }),
    async stop() {
      child.kill();
      await gone;
    },
  };
}
