import type { PaymentOutcome, Rail, RefundOutcome, RefundRequest } from "../rail.ts";
import type { Book } from "./book.ts";

/**
 * A rail that keeps a book: what `inner` decides is decided once per id and remembered, so that the
 * `…Status` operations tell what was done and know what was not. A charge that was challenged is
 * answered as the payer left it. Throws `ConflictError` as the book does.
 */
export function bookedRail(inner: Rail, book: Book): Rail {
  const chargeOf = async (id: string, answer: PaymentOutcome): Promise<PaymentOutcome> =>
    (await book.find("authenticate", id))?.answer ?? answer;
  const refundNow = async (request: RefundRequest): Promise<RefundOutcome> => {
    const outcome = await inner.refund(request);
    const stopped = await book.find("cancelRefund", request.id);
    if (stopped?.answer.result !== "canceled") return outcome;
    return { result: "canceled", railReference: outcome.railReference };
  };
  return {
    tokenise: inner.tokenise,
    tokeniseWallet: inner.tokeniseWallet,
    async authorise(request) {
      const answer = await book.once("authorise", request, () => inner.authorise(request));
      return await chargeOf(request.id, answer);
    },
    async authoriseStatus({ id }) {
      const charged = await book.find("authorise", id);
      return charged ? await chargeOf(id, charged.answer) : { result: "unknown" };
    },
    authenticate: (request) =>
      book.once("authenticate", request, () => inner.authenticate(request)),
    capture: (request) => book.once("capture", request, () => inner.capture(request)),
    captureStatus: async ({ id }) =>
      (await book.find("capture", id))?.answer ?? { result: "unknown" },
    cancel: (request) => book.once("cancel", request, () => inner.cancel(request)),
    cancelStatus: async ({ id }) =>
      (await book.find("cancel", id))?.answer ?? { result: "unknown" },
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
        // One that never came is stopped before it comes: it is answered as canceled then.
        if (!(await book.find("refund", request.id))) return { result: "canceled" };
        return await inner.cancelRefund(request);
      }),
  };
}
