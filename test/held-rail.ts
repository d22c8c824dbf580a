import { type Rail, railFor, useRail } from "#lib/rails/index.ts";

export type HeldRail = {
  /** Names of the operations called for an object, in order. */
  callsAbout(id: string): string[];
  /** Resolves once a call is held. */
  reached: Promise<void>;
  /** Releases the held calls and all later ones. */
  letGo(): void;
  putBack(): void;
};

type Operation = (question: { id?: string }) => Promise<unknown>;

/** The sandbox rail with some `changes`. It records its calls and holds those of one operation. */
export function holdRail(held: keyof Rail, changes: Partial<Rail> = {}): HeldRail {
  const rail = { ...railFor("test"), ...changes };
  const gate = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const calls: { name: string; id: string | undefined }[] = [];
  const noting = ([name, operation]: [string, Operation]) => [
    name,
    async (question: { id?: string }) => {
      calls.push({ name, id: question.id });
      if (name === held) {
        reached.resolve();
        await gate.promise;
      }
      return await operation(question);
    },
  ];
  const operations = Object.entries(rail as unknown as Record<string, Operation>).map(noting);
  return {
    callsAbout: (id) => calls.filter((one) => one.id === id).map(({ name }) => name),
    reached: reached.promise,
    letGo: gate.resolve,
    putBack: useRail("test", Object.fromEntries(operations) as Rail),
  };
}
