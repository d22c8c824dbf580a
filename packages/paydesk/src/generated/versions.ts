// Generated from the API's contract by `npm run openapi`. Do not edit.

import type { PaydeskEvent } from "./events.ts";
import type { Objects } from "./objects.ts";
import type { Requests } from "./requests.ts";
import type * as v2025_04_01 from "./versions/2025-04-01.ts";
import type * as v2025_10_01 from "./versions/2025-10-01.ts";
import type * as v2026_04_01 from "./versions/2026-04-01.ts";

/** The released versions, oldest first. */
export const VERSIONS = ["2025-04-01", "2025-10-01", "2026-04-01", "2026-12-01"] as const;

export type Version = (typeof VERSIONS)[number];

export const NEWEST_VERSION = "2026-12-01";

export type NewestVersion = typeof NEWEST_VERSION;

/** The types of every version. */
export interface Worlds {
  "2025-04-01": {
    objects: Omit<Objects, "bank_payment" | "payment" | "refund" | "simulation" | "subscription" | "error" | "event"> & {
      bank_payment: v2025_04_01.BankPayment;
      payment: v2025_04_01.Payment;
      refund: v2025_04_01.Refund;
      simulation: v2025_04_01.Simulation;
      subscription: v2025_04_01.Subscription;
      error: v2025_04_01.ErrorBody;
      event: PaydeskEvent<"2025-04-01">;
    };
    requests: Omit<Requests, "create_payment" | "create_bank_payment" | "create_subscription" | "update_subscription"> & {
      create_payment: v2025_04_01.CreatePaymentParams;
      create_bank_payment: v2025_04_01.CreateBankPaymentParams;
      create_subscription: v2025_04_01.CreateSubscriptionParams;
      update_subscription: v2025_04_01.UpdateSubscriptionParams;
    };
  };
  "2025-10-01": {
    objects: Omit<Objects, "payment" | "refund" | "simulation" | "error" | "event"> & {
      payment: v2025_10_01.Payment;
      refund: v2025_10_01.Refund;
      simulation: v2025_10_01.Simulation;
      error: v2025_10_01.ErrorBody;
      event: PaydeskEvent<"2025-10-01">;
    };
    requests: Requests;
  };
  "2026-04-01": {
    objects: Omit<Objects, "event"> & {
      event: PaydeskEvent<"2026-04-01">;
    };
    requests: Requests;
  };
  "2026-12-01": { objects: Objects; requests: Requests };
}

/** The parameters of an operation in a version. */
export type Params<V extends Version, N extends keyof Requests> = N extends keyof Worlds[V]["requests"]
  ? Worlds[V]["requests"][N]
  : never;
