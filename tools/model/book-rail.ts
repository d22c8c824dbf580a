import {
  type CancelRequest,
  type PaymentOutcome,
  type Rail,
  RailUnavailableError,
  type RefundRequest,
  railFor,
  useRail,
} from "#lib/rails/index.ts";

/** The behaviour of the rail, or of our process, during one call.
 * - `answers`: no fault.
 * - `lost`: the caller never receives our response.
 * - `down`: calls do not reach the rail.
 * - `silent`: the rail acts but never responds. Queries are answered.
 * - `dies_before`: our process dies before its first call reaches the rail.
 * - `dies_after`: our process dies after the rail acted and before we recorded it.
 */
export const PLANS = ["answers", "lost", "down", "silent", "dies_before", "dies_after"] as const;
export type Plan = (typeof PLANS)[number];

/** The rail's record of one payment. */
export type Charge = { capturedMinor: bigint; canceled: boolean };

export type BookRail = {
  plan: Plan;
  /** The behaviour of the next call: `plan`, unless a schedule controls concurrent calls. */
  nextPlan(): Promise<Plan>;
  /** Resolves when a call of this process has died, under a plan that kills. */
  death(): Promise<"died">;
  /** The rail's own books: one entry per id, no matter how often a request was sent. */
  charges: Map<string, Charge>;
  refunds: Map<string, { amountMinor: bigint; canceled: boolean }>;
  putBack(): void;
};

/** A rail that behaves like the sandbox, keeps its own books, and fails by plan. Unlike the sandbox, which
 *  computes outcomes, it reports objects that it never received as unknown. */
export function useBookRail(): BookRail {
  const sandbox = railFor("test");
  let died = Promise.withResolvers<"died">();
  const book: BookRail = {
    plan: "answers",
    nextPlan: async () => book.plan,
    death: () => {
      died = Promise.withResolvers();
      return died.promise;
    },
    charges: new Map(),
    refunds: new Map(),
    putBack: () => {},
  };
  /** Resolved for the calls that run when this call begins: of concurrent calls, one may die only after the
   *  next step has begun, which must not be taken for the death of that step. */
  const die = (told: typeof died): Promise<never> => {
    told.resolve("died");
    return new Promise(() => {});
  };
  const noAnswer = () => new RailUnavailableError("the model's rail does not answer");

  async function ask<T>(look: () => Promise<T>): Promise<T> {
    const told = died;
    const plan = await book.nextPlan();
    if (plan === "down") throw noAnswer();
    if (plan === "dies_before") return await die(told);
    return await look();
  }
  async function act<T>(doIt: () => Promise<T>): Promise<T> {
    const told = died;
    const plan = await book.nextPlan();
    if (plan === "down") throw noAnswer();
    if (plan === "dies_before") return await die(told);
    const done = await doIt();
    if (plan === "silent") throw noAnswer();
    if (plan === "dies_after") return await die(told);
    return done;
  }

  book.putBack = useRail("test", {
    ...sandbox,
    ...paymentCalls(sandbox, book, ask, act),
    ...refundCalls(sandbox, book, ask, act),
  });
  return book;
}

type Passing = <T>(work: () => Promise<T>) => Promise<T>;

function paymentCalls(sandbox: Rail, { charges }: BookRail, ask: Passing, act: Passing) {
  const chargeOf = ({ id }: { id: string }): Charge => {
    const charge = charges.get(id) ?? { capturedMinor: 0n, canceled: false };
    charges.set(id, charge);
    return charge;
  };
  const note = (request: { id: string; amountMinor: bigint }, outcome: PaymentOutcome) => {
    const charge = chargeOf(request);
    if (outcome.result === "succeeded") charge.capturedMinor = request.amountMinor;
    return outcome;
  };
  const done = (charge: Charge | undefined, is: boolean) => charge !== undefined && is;
  return {
    authorise: (request) => act(async () => note(request, await sandbox.authorise(request))),
    authoriseStatus: (request) =>
      ask(async () =>
        charges.has(request.id) ? await sandbox.authorise(request) : { result: "unknown" },
      ),
    authenticate: (request) => act(async () => note(request, await sandbox.authenticate(request))),
    capture: (request) =>
      act(async () => {
        const charge = chargeOf(request);
        // As at a real acquirer, a second capture of an authorisation takes more money.
        charge.capturedMinor += request.amountMinor;
        return { result: "captured" };
      }),
    captureStatus: ({ id }) =>
      ask(async () => {
        const charge = charges.get(id);
        return done(charge, (charge?.capturedMinor ?? 0n) > 0n)
          ? { result: "captured" }
          : { result: "unknown" };
      }),
    cancel: (request: CancelRequest) =>
      act(async () => {
        chargeOf(request).canceled = true;
        return { result: "canceled" };
      }),
    cancelStatus: ({ id }) =>
      ask(async () => (charges.get(id)?.canceled ? { result: "canceled" } : { result: "unknown" })),
  } satisfies Partial<Rail>;
}

function refundCalls(sandbox: Rail, { refunds }: BookRail, ask: Passing, act: Passing) {
  const outcomeOf = async (request: RefundRequest) => {
    const outcome = await sandbox.refund(request);
    const { railReference } = outcome;
    return refunds.get(request.id)?.canceled
      ? { result: "canceled" as const, railReference }
      : outcome;
  };
  return {
    refund: (request) =>
      act(async () => {
        const { id, amountMinor } = request;
        if (!refunds.has(id)) refunds.set(id, { amountMinor, canceled: false });
        return await outcomeOf(request);
      }),
    refundStatus: (request) =>
      ask(async () => (refunds.has(request.id) ? await outcomeOf(request) : { result: "unknown" })),
    cancelRefund: (request) =>
      act(async () => {
        const known = refunds.get(request.id);
        if (!known) return { result: "too_late" };
        if (known.canceled) return { result: "canceled" };
        const answer = await sandbox.cancelRefund(request);
        known.canceled = answer.result === "canceled";
        return answer;
      }),
  } satisfies Partial<Rail>;
}
