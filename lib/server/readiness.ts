export interface Readiness {
  /** Why this process should get no work now, for operators; null when it is ready. Questions at the same time share
   *  one answer. */
  whyNot(): Promise<string | null>;
  /** Makes the process not ready for good: it is about to end. */
  leave(): void;
}

/** A process is ready when the database answers within `timeoutMs` and `whyUnfit` finds nothing wrong with the process
 *  itself, until the process is about to end. */
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
