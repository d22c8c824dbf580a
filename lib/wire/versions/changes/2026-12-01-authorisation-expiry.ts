import type { BehaviourChange } from "../change.ts";

export const authorisationsExpire: BehaviourChange = {
  name: "authorisations_expire",
  date: "2026-12-01",
  title: "An authorisation expires after 7 days",
  description:
    "A payment with `capture: manual` expires 7 days after its authorisation; `expires_at` has the time. It is then " +
    "`canceled`, the authorised amount is released, and `payment.canceled` is sent. A later capture gets 409 " +
    "`state_invalid`. Payments that an earlier version created do not expire.",
  affects: { objects: ["payment"], requests: ["create_payment"] },
};
