// The quick start as its page has it: programs saved under the names that the commands use, commands run by a shell, only
// key and secret filled in. From an empty folder to a verified webhook.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { childEnv } from "#lib/kernel/env.ts";
import { type Language, lacks } from "#test/samples.ts";
import { newAccount, startSession } from "./support/account.ts";
import { askInternal } from "./support/internal.ts";
import { expect, type Page, test } from "./support/test.ts";

const LIMIT_MS = 60_000;
/** Those whose programs are installed. */
const LANGUAGES = (["Node", "Python", "PHP"] satisfies Language[]).filter(
  (language) => lacks(language) === false,
);
const DOCUMENTED_PORT = "8080";

/** The code blocks of the page's Markdown: title, language and code. */
function blocksOf(markdown: string) {
  const blocks: { title: string; language: string; code: string }[] = [];
  let title = "";
  for (const [, name, language, code] of markdown.matchAll(
    /^\*\*(.+)\*\*$|^```(\w+)\n([\s\S]*?)\n```$/gm,
  )) {
    if (name !== undefined) title = name;
    else blocks.push({ title, language: language ?? "", code: code ?? "" });
  }
  return (wanted: string, inLanguage: string) => {
    const found = blocks.filter((block) => block.title === wanted);
    const own = found.find((block) => block.language === inLanguage.toLowerCase()) ?? found[0];
    if (!own) throw new Error(`the page has no block "${wanted}"`);
    return own.code;
  };
}

/** A shell in a folder that runs what a person pastes, and all that it prints. */
class Terminal {
  readonly #children: ChildProcess[] = [];
  readonly #environment: NodeJS.ProcessEnv;
  printed = "";

  constructor(variables: Record<string, string>) {
    this.#environment = childEnv({ NODE_OPTIONS: undefined, ...variables });
  }

  /** Starts commands and does not wait for their end. */
  start(commands: string, cwd: string): void {
    // Its own group, so that a program that the shell started ends too.
    const child = spawn("sh", ["-c", commands], { cwd, env: this.#environment, detached: true });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (bytes) => {
        this.printed += String(bytes);
      });
    }
    this.#children.push(child);
  }

  async shows(wanted: RegExp): Promise<string> {
    await expect.poll(() => this.printed, { timeout: LIMIT_MS }).toMatch(wanted);
    return wanted.exec(this.printed)?.[1] ?? "";
  }

  close(): void {
    for (const { pid } of this.#children) {
      try {
        if (pid) process.kill(-pid, "SIGTERM");
      } catch {
        // It has ended.
      }
    }
  }
}

async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

/** A secret test key, as the page says to create one. */
async function keyOf(page: Page): Promise<string> {
  await startSession(page, await newAccount());
  const body = { kind: "secret", name: "Quick start" };
  const { secret } = await askInternal(page, "POST", "/test/keys", body);
  return secret;
}

for (const language of LANGUAGES) {
  test(`${language}: the quick start leads to a verified webhook in less than a minute`, async ({
    page,
  }) => {
    const key = await keyOf(page);
    const started = performance.now();
    const code = blocksOf(await (await page.request.get("/docs/quick-start.md")).text());
    // Several journeys run at once on one machine; a reader has port 8080 for one receiver.
    const port = await freePort();
    const pasted = (title: string) =>
      code(title, language).replaceAll(DOCUMENTED_PORT, port).replace("sk_test_…", key);
    const folder = mkdtempSync(join(tmpdir(), "paydesk-start-"));
    // npm would ask the registry about audits and news, also for a package from an address.
    const quiet = { npm_config_audit: "false", npm_config_update_notifier: "false" };
    const shell = () => new Terminal({ PAYDESK_SECRET_KEY: key, PAYDESK_HOME: folder, ...quiet });
    const [paying, listening, receiving] = [shell(), shell(), shell()];
    try {
      for (const [title, command] of [
        ["pay", "Run it"],
        ["receiver", "Start the receiver"],
      ] as const) {
        const [name = ""] = new RegExp(`${title}\\.\\w+`).exec(code(command, language)) ?? [];
        writeFileSync(join(folder, name), code(title, language));
      }
      paying.start(pasted("Run it"), folder);
      await paying.shows(/^pay_\w+ succeeded$/m);

      listening.start(pasted("Forward events"), folder);
      const secret = await listening.shows(/Signing secret: (whsec_\S+)/);
      receiving.start(pasted("Start the receiver").replace("whsec_…", secret), folder);
      paying.start(pasted("Pay another order"), folder);
      await receiving.shows(/evt_\w+ payment\.succeeded succeeded/);
      paying.start(pasted("Send it something unsigned"), folder);
      await paying.shows(/^HTTP\/1\.\d 400/m);
      expect(performance.now() - started).toBeLessThan(LIMIT_MS);
    } finally {
      for (const terminal of [paying, listening, receiving]) terminal.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

test("the commands of the guide to hosted fields copy the shop and start it", async ({ page }) => {
  const { test: keys, ...account } = await newAccount();
  await startSession(page, account);
  const code = blocksOf(await (await page.request.get("/docs/hosted-fields.md")).text());
  const folder = mkdtempSync(join(tmpdir(), "paydesk-start-"));
  const port = await freePort();
  const shop = new Terminal({
    ...{ PAYDESK_HOME: folder, SHOP_PORT: port },
    ...{ npm_config_audit: "false", npm_config_update_notifier: "false" },
  });
  try {
    const commands = code("Start the shop", "shell")
      .replace("sk_test_…", keys.secret_key)
      .replace("pk_test_…", keys.publishable_key);
    shop.start(commands, folder);
    const address = await shop.shows(/The shop is open: (\S+)/);
    const answer = await page.request.get(address);
    expect(answer.ok()).toBe(true);
    expect(await answer.text()).toContain(keys.publishable_key);
  } finally {
    shop.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
