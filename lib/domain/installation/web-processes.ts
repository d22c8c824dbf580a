import { log } from "#lib/kernel/log.ts";
import { countWebProcesses, joinWebProcesses } from "./web-processes-store.ts";

/**
 * Watches for further web processes, each of which would allow an account its whole rate limits. `look` warns once when a
 * second one appears. For installations without a store that the processes share.
 */
export function watchWebProcesses() {
  let session: Awaited<ReturnType<typeof joinWebProcesses>> | undefined;
  let warned = false;
  return {
    async look(): Promise<number> {
      session ??= await joinWebProcesses(() => {
        session = undefined;
      });
      const processes = await countWebProcesses(session);
      if (processes > 1 && !warned) {
        log.warn("each web process allows the whole rate limits: set REDIS_URL", { processes });
      }
      warned = processes > 1;
      return processes;
    },
    close: async (): Promise<void> => await session?.close(),
  };
}
