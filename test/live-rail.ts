import { randomUUID } from "node:crypto";
import { fundingNumberOf } from "#lib/domain/accounts/index.ts";
import { bookCredit, fundingReference } from "#lib/domain/payout-balance/index.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import { type Rail, railFor, useRail } from "#lib/rails/index.ts";
import { type Book, bookOn } from "#lib/rails/process/book.ts";
import { bookedRail } from "#lib/rails/process/booked-rail.ts";
import { type CreditQuestion, receiveCredit } from "#lib/rails/process/credits.ts";
import { sandboxRail } from "#lib/rails/sandbox/rail.ts";
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

/** The reference of the merchant's transfers for top-ups. */
export async function referenceOf({ account }: Merchant, mode: Mode = "live"): Promise<string> {
  return fundingReference(mode, await fundingNumberOf(account.id));
}

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
