import { watch } from "node:fs";

const FOLDERS = ["lib", "db"];
const FILES = ["server.ts", "worker.ts"];

/** Calls `onChange` when server code changed, once per burst of changes. Does not watch screens; Next reloads those. */
export function watchServerCode(onChange: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  const changed = (_event: string, name: string | null) => {
    if (!name?.endsWith(".ts") || name.endsWith(".test.ts")) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, 200);
  };
  for (const folder of FOLDERS) watch(folder, { recursive: true }, changed);
  for (const file of FILES) watch(file, changed);
}
