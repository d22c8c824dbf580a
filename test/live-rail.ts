import { randomUUID } from "node:crypto";
import { bookCredit } from "#lib/domain/payout-balance/index.ts";
import { type Rail, useRail } from "#lib/rails/index.ts";
import { type Book, bookOn } from "#lib/rails/process/book.ts";
import { bookedRail } from "#lib/rails/process/booked-rail.ts";
import { type CreditQuestion, receiveCredit } from "#lib/rails/process/credits.ts";
import { sandboxRail } from "#lib/rails/sandbox/rail.ts";
import { referenceOf } from "./funding-reference.ts";
import type { Merchant } from "./merchant.ts";

export type LiveRail = {
  book: Book;
  rail: Rail;
  /** Lets money arrive at the rail's bank, and returns the rail's reference. */
  send(credit: Partial<CreditQuestion> & { reference: string }): Promise<string>;
  /** Lets an amount arrive and be booked, so that a merchant can pay out. */
  fund(merchant: Merchant, amountMinor: bigint, currency?: string): Promise<void>;
  putBack(): void;
};

/** A rail for live mode that behaves like the sandbox, with its book in memory. */
export function useLiveRail(changes: (rail: Rail) => Partial<Rail> = () => ({})): LiveRail {
  const book = bookOn({ lines: [], journal: { append: async () => {}, close: async () => {} } });
  const rail = bookedRail(sandboxRail, book);
  const send: LiveRail["send"] = async (credit) => {
    const given = { id: `crd_${randomUUID()}`, amountMinor: 250_000n, currency: "EUR" };
    const question = { ...given, payerName: "Lindqvist AB", ...credit };
    await receiveCredit(book, question);
    return question.id;
  };
  return {
    ...{ book, rail, send },
    async fund(merchant, amountMinor, currency = "EUR") {
      const reference = await referenceOf(merchant);
      await bookCredit("live", await send({ reference, amountMinor, currency }));
    },
    putBack: useRail("live", { ...rail, ...changes(rail) }),
  };
}
