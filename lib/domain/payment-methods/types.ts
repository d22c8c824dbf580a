import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { PaymentMethodStatus, Wallet } from "#lib/kernel/vocabulary/payment-methods.ts";
import type { BankFacts, BankInput, CardFacts } from "#lib/rails/index.ts";

export type PaymentMethod = {
  id: Id<"pm">;
  accountId: Id<"acct">;
  mode: Mode;
  type: string;
  status: PaymentMethodStatus;
  /** The rail's token of the instrument. Never shown. */
  railToken: string;
  card: CardFacts | null;
  bank: BankFacts | null;
  customerId: Id<"cus"> | null;
  networkToken: boolean;
  reusable: boolean;
  metadata: Record<string, string>;
  createdAt: Date;
};

export type NewWallet = { wallet: Wallet; token: string };

export type NewCard = { number: string; expMonth: number; expYear: number; cvc: string };

export type NewBankAccount = BankInput;
