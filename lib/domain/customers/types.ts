import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";

export type Customer = {
  id: Id<"cus">;
  accountId: Id<"acct">;
  mode: Mode;
  name: string | null;
  email: string | null;
  country: string | null;
  defaultPaymentMethod: Id<"pm"> | null;
  metadata: Record<string, string>;
  /** Deleted customers stay readable for the payments they made, and leave every list. */
  deleted: boolean;
  createdAt: Date;
  updatedAt: Date;
};

export type CustomerDetails = {
  name?: string | null | undefined;
  email?: string | null | undefined;
  country?: string | null | undefined;
  /** Merged into what is there; an empty value takes the key away. */
  metadata?: Record<string, string> | undefined;
};

export type CustomerChanges = CustomerDetails & {
  defaultPaymentMethod?: string | null | undefined;
};
