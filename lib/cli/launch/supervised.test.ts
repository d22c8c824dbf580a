import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, test } from "node:test";
import { EXIT_CONFIG } from "#lib/server/lifecycle.ts";
import { Supervised } from "./supervised.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** A program that records each start in a file, then runs `body`. */
function program(body: string) {
  const folder = mkdtempSync(join(tmpdir(), "paydesk-supervised-"));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const script = join(folder, "program.mjs");
  const notes = join(folder, "notes");
  const note = `const { env } = process;\nappendFileSync(${JSON.stringify(notes)}, process.pid + " " + (env.GREETING ?? "") + "\\n");`;
  writeFileSync(script, `import { appendFileSync } from "node:fs";\n${note}\n${body}\n`);
  const pids = () =>
    existsSync(notes)
      ? readFileSync(notes, "utf8")
          .trim()
          .split("\n")
          .map((line) => Number.parseInt(line, 10))
      : [];
  /** Resolves with the process ids after `count` starts. */
  const started = (count: number) =>
    new Promise<number[]>((resolve) => {
      const look = () => {
        if (pids().length < count) return;
        watcher.close();
        resolve(pids());
      };
      const watcher = watch(folder, look);
      look();
    });
  return { script, started, pids, notes };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const STAYS = 'process.send("ready"); setInterval(() => {}, 1000);';

function supervise(script: string, onHopeless: (reason: string) => void = () => {}): Supervised {
  const child = new Supervised({
    name: "program",
    args: [script],
    variables: () => ({}),
    onHopeless,
  });
  cleanups.push(() => child.stop(5_000));
  return child;
}

test("a killed process is restarted", async () => {
  const { script, started } = program(STAYS);
  const child = supervise(script);
  await child.ready;
  const [first = 0] = await started(1);
  process.kill(first, "SIGKILL");
  const [, second = 0] = await started(2);
  assert.notEqual(second, first);
  process.kill(second, 0);
});

test("a stopped process stays stopped", async () => {
  const { script, started, pids } = program(STAYS);
  const child = supervise(script);
  await child.ready;
  const [pid = 0] = await started(1);
  await child.stop(5_000);
  assert.throws(() => process.kill(pid, 0));
  assert.equal(pids().length, 1);
});

test("a process that ignores SIGTERM is killed after the time limit", async () => {
  const { script, started } = program(`process.on("SIGTERM", () => {}); ${STAYS}`);
  const child = supervise(script);
  await child.ready;
  const [pid = 0] = await started(1);
  await child.stop(50);
  assert.throws(() => process.kill(pid, 0));
});

test("an invalid setting is not retried", async () => {
  const { script, pids } = program(`process.exit(${EXIT_CONFIG});`);
  const reason = await new Promise<string>((resolve) => supervise(script, resolve));
  assert.match(reason, /program cannot start/);
  assert.equal(pids().length, 1);
});

test("a restart gives the process the current variables", async () => {
  const { script, started, notes } = program(STAYS);
  let greeting = "one";
  const child = new Supervised({
    name: "program",
    args: [script],
    variables: () => ({ GREETING: greeting }),
    onHopeless: () => {},
  });
  cleanups.push(() => child.stop(5_000));
  await child.ready;
  greeting = "two";
  await child.restart(5_000);
  await started(2);
  assert.match(readFileSync(notes, "utf8"), /^\d+ one\n\d+ two\n$/);
});

test("a restart during the pause after a crash leaves one process, not two", async () => {
  const crashesUntilFixed = `
    import { existsSync } from "node:fs";
    process.send("ready");
    if (existsSync(process.argv[1] + ".fixed")) setInterval(() => {}, 1000);
    else process.exit(1);`;
  const first = program(crashesUntilFixed);
  const child = supervise(first.script);
  await child.ready;
  const [crashed = 0] = await first.started(1);
  while (isAlive(crashed)) await new Promise((resolve) => setImmediate(resolve));
  writeFileSync(`${first.script}.fixed`, "");
  await child.restart(5_000);
  await first.started(2);
  // A second process crashes later with the same pause, so when it is back the first one's pause is over.
  const later = program(crashesUntilFixed);
  supervise(later.script);
  await later.started(2);
  assert.equal(first.pids().filter(isAlive).length, 1);
});
