import type { Row } from "./guide-parts.tsx";

/** What a delivery carries beside what any request has. */
export const DELIVERY_HEADERS: readonly Row[] = [
  ["Content-Type", "`application/json`"],
  ["Service-Signature", "`t=<unix seconds>,v1=<hex>`; two `v1` while a secret is rotated."],
  ["Service-Event-Id", "The event's `id`: the same in every try and every replay."],
  ["Service-Delivery-Attempt", "Which try this is, from 1. A replay begins at 1 again."],
];
