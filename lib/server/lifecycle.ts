import { log } from "#lib/kernel/log.ts";

/** Exit code for a wrong setting: a restart would not help. */
export const EXIT_CONFIG = 78;

export interface Lifecycle {
  /** Tells the launcher that this process is ready. */
  ready(): void;
}

/** Ends a server process with its launcher: on SIGTERM, SIGINT, SIGHUP, or when the launcher is gone, `stop` runs
 * once and the process exits, after `limitMs` at the latest. An uncaught error ends the process too, and the
 * launcher starts a new one. */
export function manageLifecycle(stop: () => Promise<void>, limitMs = 15_000): Lifecycle {
  let stopping = false;
  const leave = (reason: string) => {
    if (stopping) return;
    stopping = true;
    log.debug("stopping", { reason });
    setTimeout(() => process.exit(1), limitMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error("stopping failed", { error });
        process.exit(1);
      },
    );
  };
  const crash = (error: unknown) => {
    log.error("uncaught error, exiting", { error });
    process.exit(1);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => leave(signal));
  process.on("uncaughtException", crash);
  process.on("unhandledRejection", crash);
  if (process.channel) {
    process.on("disconnect", () => leave("the launcher is gone"));
    process.on("message", (message) => {
      if (message === "stop") leave("the launcher asked");
    });
  }
  return { ready: () => process.send?.("ready") };
}
