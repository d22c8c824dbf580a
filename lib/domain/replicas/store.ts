export { fromReplica } from "#db/replica.ts";
