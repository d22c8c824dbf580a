import { createHash } from "node:crypto";
import { mkdirSync, realpathSync, rmSync } from "node:fs";
import { createConnection, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A lock between processes, named by a folder and a purpose. It ends with its holder in any case, because it is a
 * listening socket and not a file with a process id. */
export interface ProcessLock {
  release(): Promise<void>;
}

function addressOf(folder: string, purpose: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const hash = createHash("sha256").update(realpathSync(folder)).digest("hex").slice(0, 24);
  const name = `paydesk-${purpose}-${hash}`;
  if (process.platform === "linux") return `\0${name}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\${name}`;
  return join(tmpdir(), `${name}.sock`);
}

function listen(address: string, note: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on("error", () => socket.destroy());
      socket.end(note);
    });
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(null) : reject(error),
    );
    server.listen(address, () => {
      server.unref();
      resolve(server);
    });
  });
}

/** The holder's note, `""` if it does not answer in time, or null if the lock is free. */
export function readLock(folder: string, purpose: string): Promise<string | null> {
  return new Promise((resolve) => {
    let text = "";
    const socket = createConnection(addressOf(folder, purpose));
    socket.setEncoding("utf8");
    socket.setTimeout(2_000, () => socket.destroy());
    socket.on("data", (chunk) => {
      text += chunk;
    });
    let refused = false;
    socket.on("error", () => {
      refused = true;
    });
    socket.on("close", () => resolve(refused && text === "" ? null : text));
  });
}

/** Takes the lock, or returns null immediately if another live process holds it. Callers of `readLock` get `note`. */
export async function tryLock(
  folder: string,
  purpose: string,
  note = "",
): Promise<ProcessLock | null> {
  const address = addressOf(folder, purpose);
  let server = await listen(address, note);
  const isFile = process.platform !== "linux" && process.platform !== "win32";
  if (!server && isFile && (await readLock(folder, purpose)) === null) {
    rmSync(address, { force: true });
    server = await listen(address, note);
  }
  if (!server) return null;
  const held = server;
  return { release: () => new Promise((resolve) => held.close(() => resolve())) };
}

/** Runs `work` under the lock, waiting for it for at most `timeoutMs`. Throws if it stays taken. */
export async function withLock<T>(
  folder: string,
  purpose: string,
  timeoutMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const lock = await tryLock(folder, purpose);
    if (lock) {
      try {
        return await work();
      } finally {
        await lock.release();
      }
    }
    if (performance.now() > deadline) {
      throw new Error(`Another process has been busy with ${folder} for too long (${purpose}).`);
    }
    await sleep(50);
  }
}
