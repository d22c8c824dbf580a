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

/**
 * A rail that keeps a book: what `inner` decides is decided once per id and remembered, so that the
 * `…Status` operations tell what was done and know what was not. A charge that was challenged is
 * answered as the payer left it. Of a capture and a cancellation of one charge the later is refused,
 * and no more is captured than was authorised. Throws `ConflictError` as the book does.
 */
export function bookedRail(inner: Rail, book: Book): Rail {
  return {
    // Named one by one, so that a new operation is not left out of the book unnoticed.
    tokenise: inner.tokenise,
    tokeniseWallet: inner.tokeniseWallet,
    tokeniseBank: inner.tokeniseBank,
    chargebackStatus: inner.chargebackStatus,
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
    // An outcome that takes time follows from the time that has passed.
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

/** Captures and cancellations of one charge run one after the other. */
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
        // A refund that has not come yet is canceled in advance.
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

/** The rail behind the book computes what it answers, and so knows everything. */
function sure(answer: PaymentOutcome | UnknownOutcome): PaymentOutcome {
  if (answer.result === "unknown") throw new Error("the rail does not know what it has begun");
  return answer;
}

const refused = (message: string): StepRefusal => ({ result: "refused", message });

/** A charge that the book does not know (it was made before there was one) is taken on trust. */
async function whyNotCapture(book: Book, request: CaptureRequest): Promise<StepRefusal | null> {
  const canceled = await book.find("cancel", request.id);
  if (canceled?.answer.result === "canceled") return refused("The authorisation was released.");
  const charge = await book.find("authorise", request.id);
  if (!charge || request.amountMinor <= charge.request.amountMinor) return null;
  return refused("More than was authorised cannot be captured.");
}

async function whyNotCancel(book: Book, { id }: CancelRequest): Promise<StepRefusal | null> {
  const captured: { answer: CaptureOutcome } | null = await book.find("capture", id);
  return captured?.answer.result === "captured" ? refused("The money was captured.") : null;
}

/** Does what is about one id one after the other. */
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
