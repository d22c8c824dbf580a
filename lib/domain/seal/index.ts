export {
  type Block,
  brokenLink,
  type Head,
  nextBlock,
  type SealPurpose,
  sealAll,
  sealHash,
} from "./chain.ts";
export { isCommitted } from "./commit-order-sql.ts";
