export { disputeFeeOf, type Fees, feesOf, type Priced, type Pricing } from "./fees-of.ts";
