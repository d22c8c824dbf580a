export { movePayoutFundsIn, payoutBalanceIn, readPayoutBalance } from "./move-funds.ts";
export { type TopUp, topUpIn } from "./top-up.ts";
export type { Funds, FundsMove } from "./types.ts";
