import type { Row } from "./guide-parts.tsx";

/** The headers of a delivery that other HTTP requests do not have, and its content type. */
export const DELIVERY_HEADERS: readonly Row[] = [
  ["Content-Type", "`application/json`"],
  ["Service-Signature", "`t=<unix seconds>,v1=<hex>`; two `v1` while a secret is being rotated."],
  ["webhook-id", "The event's `id`, for verifiers of Standard Webhooks."],
  ["webhook-timestamp", "Unix seconds, the same as `t`."],
  [
    "webhook-signature",
    "`v1,<base64>`, as Standard Webhooks signs; two, separated by a space, while a secret is being rotated.",
  ],
  ["Service-Event-Id", "The event's `id`, the same in every attempt and every replay."],
  ["Service-Delivery-Attempt", "The number of the attempt, from 1. A replay starts at 1 again."],
];
