import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { after, before } from "node:test";
import { openTill, type Till } from "#test/money.ts";
import { startWeb, type Web } from "#test/web.ts";
import { run } from "../../packages/paydesk/src/cli/run.ts";

export type Ended = { code: number; out: string; err: string };

type Env = Record<string, string | undefined>;
type Surroundings = {
  lines?: readonly string[];
  onLine?: (line: string) => void;
  stop?: AbortController;
  /** Where it keeps what it must remember, if not with the others. */
  folder?: string;
};

/** Runs command lines of the package in this process, against the service and with a merchant's key of test mode. */
export class CommandLine {
  web!: Web;
  till!: Till;
  readonly folder = mkdtempSync(join(tmpdir(), "paydesk-cli-"));

  constructor() {
    before(async () => {
      this.web = await startWeb();
      this.till = await openTill();
    });
    after(async () => {
      await this.web.stop();
      rmSync(this.folder, { recursive: true, force: true });
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.web.port}`;
  }

  /** Runs one. `lines` are its standard input. */
  readonly cli = async (
    args: readonly string[],
    env: Env = {},
    lines: readonly string[] = [],
  ): Promise<Ended> => this.#run(args, env, { lines });

  /** Runs one, and calls `onLine` with each line as it is printed. `stop` ends it, as Ctrl-C does. */
  readonly watched = async (
    args: readonly string[],
    env: Env,
    onLine: (line: string) => void,
    more: Pick<Surroundings, "stop" | "folder"> = {},
  ): Promise<Ended> => this.#run(args, env, { ...more, onLine });

  async #run(args: readonly string[], env: Env, more: Surroundings): Promise<Ended> {
    const { lines = [], onLine = () => {}, stop = new AbortController() } = more;
    const { folder = this.folder } = more;
    const out: string[] = [];
    const err: string[] = [];
    const keep = (kept: string[]) => (line: string) => {
      kept.push(line);
      onLine(line);
    };
    const code = await run(args, {
      env: { PAYDESK_URL: this.url, PAYDESK_SECRET_KEY: this.till.key, ...env },
      say: keep(out),
      warn: keep(err),
      input: Readable.from(lines.map((line) => `${line}\n`)),
      signal: stop.signal,
      folder,
      samples: join(this.folder, "samples"),
      name: "paydesk",
    });
    return { code, out: out.join("\n"), err: err.join("\n") };
  }

  /** The JSON that one prints. Fails if it does not exit with 0. */
  readonly json = async (...args: string[]) => {
    const { code, out, err } = await this.cli([...args, "--json"]);
    assert.equal(code, 0, err);
    return JSON.parse(out);
  };
}
