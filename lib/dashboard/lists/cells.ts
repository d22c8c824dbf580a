import type { Cell } from "#lib/kernel/csv.ts";
import type { CustomerRefView, InstrumentView } from "../views/shared.ts";

/** What several lists show in the same way. */

/** Views carry amounts as text; in a file they are numbers. */
export const minor = (amount: string): Cell => BigInt(amount);

export const idCells = { id: (row: { id: string }) => row.id };

export const statusCells = { status: (row: { status: string }) => row.status };

export const amountCells = {
  amount: (row: { amount: string }) => minor(row.amount),
  currency: (row: { currency: string }) => row.currency,
};

export const customerCells = {
  customer: (row: { customer: CustomerRefView | null }) => row.customer?.id ?? null,
  customer_name: (row: { customer: CustomerRefView | null }) => row.customer?.name ?? null,
  customer_email: (row: { customer: CustomerRefView | null }) => row.customer?.email ?? null,
};

export const instrumentCells = {
  method: (row: { instrument: InstrumentView | null }) => row.instrument?.method ?? null,
  card_brand: (row: { instrument: InstrumentView | null }) => row.instrument?.brand ?? null,
  last4: (row: { instrument: InstrumentView | null }) => row.instrument?.last4 ?? null,
};

export const createdCells = { created_at: (row: { createdAt: string }) => row.createdAt };
