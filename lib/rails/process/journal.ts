import { mkdirSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";

export type Journal = {
  /** Resolves when the line is on the disk. */
  append(line: string): Promise<void>;
  close(): Promise<void>;
};

/**
 * Opens a file of lines that only ever grows, for one process at a time, and hands over what it
 * holds. A last line that a kill or a power cut left unfinished was never acknowledged and is cut
 * off. Lines that come together share one write and one force to the disk.
 */
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
      // Whatever comes while the batch before is on its way to the disk goes together.
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
