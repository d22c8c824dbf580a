/** Titles of the rates, by their name in addresses: `/docs/rates#approval-rate`. Their definitions are apart
 *  (`rate-definitions.ts`): screens load them when somebody asks. */
export const RATE_NAMES = {
  "approval-rate": "Approval rate",
  "acceptance-rate": "Acceptance rate",
  "recovery-rate": "Recovery rate",
  "delivery-rate": "Delivery rate",
} as const;

export type RateName = keyof typeof RATE_NAMES;

/** Payments, deliveries or calls below which a rate is shown in grey, heads nothing and is compared with nothing. */
export const FEWEST_FOR_A_RATE = 20;
