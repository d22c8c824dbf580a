import { mkdirSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";

export type Journal = {
  /** Resolves when the line is on disk. */
  append(line: string): Promise<void>;
  close(): Promise<void>;
};

/** Opens an append-only file of lines for one process and returns its lines. Cuts off an unfinished last line: it was
 * never acknowledged. Concurrent lines share one write and one sync. */
export async function openJournal(path: string): Promise<{ lines: string[]; journal: Journal }> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, "a+", 0o600);
  const held = (await file.readFile()).toString("utf8");
  const whole = held.slice(0, held.lastIndexOf("\n") + 1);
  if (whole.length < held.length) await file.truncate(Buffer.byteLength(whole));
  const lines = whole.split("\n").filter(Boolean);
  return { lines, journal: journalOn(file) };
}

function journalOn(file: FileHandle): Journal {
  let waiting: string[] = [];
  let next: Promise<void> | undefined;
  let last: Promise<void> = Promise.resolve();
  const flush = async () => {
    const batch = waiting.join("");
    waiting = [];
    next = undefined;
    await file.appendFile(batch);
    await file.datasync();
  };
  return {
    append(line) {
      waiting.push(`${line}\n`);
      // Lines that arrive during a sync form the next batch.
      next ??= last.catch(() => {}).then(flush);
      last = next;
      return next;
    },
    async close() {
      await last.catch(() => {});
      await file.close();
    },
  };
}
