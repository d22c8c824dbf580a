import type {
  AuthoriseRequest,
  CancelRequest,
  CaptureOutcome,
  CaptureRequest,
  PaymentOutcome,
  Rail,
  RefundOutcome,
  RefundRequest,
  StepRefusal,
  UnknownOutcome,
} from "../rail.ts";
import type { Book } from "./book.ts";

/** Wraps a rail with a book: `inner` decides once per id and the answer is stored, so the `…Status` operations know
 * what was done and what was not. A challenged charge has the payer's answer. The later of a capture and a cancellation
 * of a charge is refused, and captures never exceed the authorised amount. Throws `ConflictError` like the book. */
export function bookedRail(inner: Rail, book: Book): Rail {
  return {
    // Listed one by one, so that a new operation cannot bypass the book unnoticed.
    tokenise: inner.tokenise,
    tokeniseWallet: inner.tokeniseWallet,
    tokeniseBank: inner.tokeniseBank,
    chargebackStatus: inner.chargebackStatus,
    settlementStatus: inner.settlementStatus,
    setUpMandate: inner.setUpMandate,
    mandateStatus: inner.mandateStatus,
    revokeMandate: inner.revokeMandate,
    verifyPayee: inner.verifyPayee,
    fundingAccount: inner.fundingAccount,
    ...bookedCharges(inner, book),
    ...bookedSteps(inner, book),
    ...bookedRefunds(inner, book),
    ...bookedDisputes(inner, book),
    ...bookedPayouts(inner, book),
  };
}

function bookedCharges(inner: Rail, book: Book) {
  const chargeOf = async (
    request: AuthoriseRequest,
    answer: PaymentOutcome,
  ): Promise<PaymentOutcome> => {
    const known = (await book.find("authenticate", request.id))?.answer ?? answer;
    // Delayed outcomes are computed from the time that has passed.
    return known.result === "pending" ? await inner.authoriseStatus(request).then(sure) : known;
  };
  return {
    async authorise(request) {
      const answer = await book.once("authorise", request, () => inner.authorise(request));
      return await chargeOf(request, answer);
    },
    async authoriseStatus(request) {
      const charged = await book.find("authorise", request.id);
      return charged ? await chargeOf(request, charged.answer) : { result: "unknown" };
    },
    authenticate: (request) =>
      book.once("authenticate", request, () => inner.authenticate(request)),
  } satisfies Partial<Rail>;
}

/** Runs captures and cancellations of one charge one after the other. */
function bookedSteps(inner: Rail, book: Book) {
  const inTurn = takeTurns();
  const captureNow = async (request: CaptureRequest) =>
    (await whyNotCapture(book, request)) ?? (await inner.capture(request));
  const cancelNow = async (request: CancelRequest) =>
    (await whyNotCancel(book, request)) ?? (await inner.cancel(request));
  return {
    capture: (request) =>
      inTurn(request.id, () => book.once("capture", request, () => captureNow(request))),
    captureStatus: async ({ id }) =>
      (await book.find("capture", id))?.answer ?? { result: "unknown" },
    cancel: (request) =>
      inTurn(request.id, () => book.once("cancel", request, () => cancelNow(request))),
    cancelStatus: async ({ id }) =>
      (await book.find("cancel", id))?.answer ?? { result: "unknown" },
  } satisfies Partial<Rail>;
}

function bookedRefunds(inner: Rail, book: Book) {
  const refundNow = async (request: RefundRequest): Promise<RefundOutcome> => {
    const outcome = await inner.refund(request);
    const stopped = await book.find("cancelRefund", request.id);
    if (stopped?.answer.result !== "canceled") return outcome;
    return { result: "canceled", railReference: outcome.railReference };
  };
  return {
    async refund(request) {
      await book.once("refund", request, () => inner.refund(request));
      return await refundNow(request);
    },
    async refundStatus(request) {
      const known =
        (await book.find("refund", request.id)) ?? (await book.find("cancelRefund", request.id));
      return known ? await refundNow(request) : { result: "unknown" };
    },
    cancelRefund: (request) =>
      book.once("cancelRefund", request, async () => {
        // A refund that has not arrived yet is canceled in advance.
        if (!(await book.find("refund", request.id))) return { result: "canceled" };
        return await inner.cancelRefund(request);
      }),
  } satisfies Partial<Rail>;
}

function bookedDisputes(inner: Rail, book: Book) {
  return {
    async disputeStatus(request) {
      const answer = await inner.disputeStatus(request);
      if (answer.result === "pending") return answer;
      return await book.once("disputeStatus", request, async () => answer);
    },
  } satisfies Partial<Rail>;
}

function bookedPayouts(inner: Rail, book: Book) {
  return {
    async payOut(request) {
      await book.once("payOut", request, () => inner.payOut(request));
      return await inner.payOut(request);
    },
    payoutStatus: async (request) =>
      (await book.find("payOut", request.id))
        ? await inner.payoutStatus(request)
        : { result: "unknown" },
    creditStatus: async ({ id }) =>
      (await book.find("creditStatus", id))?.answer ?? { result: "unknown" },
  } satisfies Partial<Rail>;
}

/** The inner rail computes its answers, so `unknown` is impossible. */
function sure(answer: PaymentOutcome | UnknownOutcome): PaymentOutcome {
  if (answer.result === "unknown") throw new Error("the rail does not know what it has begun");
  return answer;
}

const refused = (message: string): StepRefusal => ({ result: "refused", message });

/** Accepts captures of a charge that the book does not know, because it is older than the book. */
async function whyNotCapture(book: Book, request: CaptureRequest): Promise<StepRefusal | null> {
  const canceled = await book.find("cancel", request.id);
  if (canceled?.answer.result === "canceled") return refused("The authorisation was released.");
  const charge = await book.find("authorise", request.id);
  if (!charge || request.amountMinor <= charge.request.amountMinor) return null;
  return refused("The capture exceeds the authorised amount.");
}

async function whyNotCancel(book: Book, { id }: CancelRequest): Promise<StepRefusal | null> {
  const captured: { answer: CaptureOutcome } | null = await book.find("capture", id);
  return captured?.answer.result === "captured" ? refused("The money was captured.") : null;
}

/** Runs work on one id one after the other. */
function takeTurns() {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(id: string, work: () => Promise<T>): Promise<T> => {
    const mine = (last.get(id) ?? Promise.resolve()).catch(() => {}).then(work);
    last.set(id, mine);
    try {
      return await mine;
    } finally {
      if (last.get(id) === mine) last.delete(id);
    }
  };
}
