import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

let collect: NonNullable<typeof globalThis.gc> | undefined;

/** Collects all garbage of this thread and returns the memory to the system. Blocks the thread, for some hundred
 *  milliseconds when the heap is large. */
export function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("gc") as NonNullable<typeof globalThis.gc>;
  }
  collect({ execution: "sync", flavor: "last-resort", type: "major" });
}
