export interface Readiness {
  /** Why this process should get no requests now, for operators; null if it is ready. Concurrent calls share one
   * check. */
  whyNot(): Promise<string | null>;
  /** Makes the process permanently not ready, because it is about to end. */
  leave(): void;
}

/** A process is ready while the database answers within `timeoutMs`, `whyUnfit` finds no fault, and it is not about
 * to end. */
export function createReadiness(
  askDatabase: () => Promise<unknown>,
  whyUnfit: () => string | null = () => null,
  timeoutMs = 2_000,
): Readiness {
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
    whyNot: async () => {
      if (!leaving) {
        asking ??= ask();
        const answers = await asking;
        if (!answers) return "the database does not answer";
      }
      return leaving ? "the process is about to end" : whyUnfit();
    },
    leave: () => {
      leaving = true;
    },
  };
}
