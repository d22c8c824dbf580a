export { bookCredit } from "./book-credit.ts";
export { fundingReference } from "./funding-reference.ts";
export { movePayoutFundsIn, payoutBalanceIn, readPayoutBalance } from "./move-funds.ts";
export { type Funding, readFunding } from "./read-funding.ts";
export { type TopUp, topUpIn } from "./top-up.ts";
export type { Funds, FundsMove } from "./types.ts";
