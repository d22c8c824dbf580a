/**
 * Node's arguments for the worker. Its data lives for one attempt, so a small young generation is enough: Node's
 * default (three times 16 MB) takes 60 MB more and saves a tenth of the time. Deliveries to 10,000 endpoints in flight
 * keep about 60 MB alive; without the second limit V8 lets garbage grow to three times that.
 */
export const WORKER_COMMAND: readonly string[] = [
  "--max-semi-space-size=8",
  "--max-old-space-size=512",
  "worker.ts",
];
