export interface Readiness {
  /** Whether this process can do work now. Many questions at once cost one answer. */
  check(): Promise<boolean>;
  /** From now on the answer is no: the process is leaving. */
  leave(): void;
}

/** Readiness is the database's answer within `timeoutMs`, until the process starts to leave. */
export function createReadiness(askDatabase: () => Promise<unknown>, timeoutMs = 2_000): Readiness {
  let leaving = false;
  let asking: Promise<boolean> | undefined;
  const ask = () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), timeoutMs);
    askDatabase().then(
      () => resolve(true),
      () => resolve(false),
    );
    return promise.finally(() => {
      clearTimeout(timer);
      asking = undefined;
    });
  };
  return {
    check: async () => {
      if (leaving) return false;
      asking ??= ask();
      return (await asking) && !leaving;
    },
    leave: () => {
      leaving = true;
    },
  };
}
