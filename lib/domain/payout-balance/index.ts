export { bookCredit, type Funding, fundingReference, readFunding } from "./funding.ts";

export {
  movePayoutFundsIn,
  payoutBalanceIn,
  readPayoutBalance,
  type TopUp,
  topUpIn,
} from "./move-funds.ts";

export type { Funds, FundsMove } from "./types.ts";
