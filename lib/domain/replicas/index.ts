export { fromReplica } from "./store.ts";
