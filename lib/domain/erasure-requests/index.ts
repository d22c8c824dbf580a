export { refuseWhileDisputed, requestErasureIn } from "./request-erasure.ts";
