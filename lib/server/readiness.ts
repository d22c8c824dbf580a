export interface Readiness {
  /** Why this process should get no requests now, for operators; null if it is ready. Concurrent calls share one
   * check. */
  whyNot(): Promise<string | null>;
  /** Makes the process permanently not ready, because it is about to end. */
  leave(): void;
}

/** A process is ready while the database answers within `timeoutMs` that it can serve, `whyUnfit` finds no fault, and the
 * process is not about to end. `askDatabase` returns a reason why it cannot. */
export function createReadiness(
  askDatabase: () => Promise<string | null | undefined>,
  whyUnfit: () => string | null = () => null,
  timeoutMs = 2_000,
): Readiness {
  let leaving = false;
  let asking: Promise<string | null> | undefined;
  const ask = () => {
    const { promise, resolve } = Promise.withResolvers<string | null>();
    const noAnswer = () => resolve("the database does not answer");
    const timer = setTimeout(noAnswer, timeoutMs);
    askDatabase().then((why) => resolve(why ?? null), noAnswer);
    return promise.finally(() => {
      clearTimeout(timer);
      asking = undefined;
    });
  };
  return {
    whyNot: async () => {
      if (!leaving) {
        asking ??= ask();
        const why = await asking;
        if (why !== null) return why;
      }
      return leaving ? "the process is about to end" : whyUnfit();
    },
    leave: () => {
      leaving = true;
    },
  };
}
