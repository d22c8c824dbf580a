export { type BillingInterval, periodAt } from "./periods.ts";
export {
  changeLines,
  closeLines,
  type Line,
  type Price,
  sumOf,
  unusedOf,
} from "./proration.ts";
