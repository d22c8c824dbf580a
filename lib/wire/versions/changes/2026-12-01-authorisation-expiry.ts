import type { BehaviourChange } from "../change.ts";

export const authorisationsExpire: BehaviourChange = {
  name: "authorisations_expire",
  date: "2026-12-01",
  title: "An authorisation expires after 7 days",
  description:
    "A payment with `capture: manual` has 7 days from its authorisation: it shows the end as `expires_at`. At the end it is " +
    "`canceled`, what was authorised is released, and `payment.canceled` is sent. A capture from then on gets 409 " +
    "`state_invalid`. Payments that an earlier version created do not expire.",
  affects: { objects: ["payment"], requests: ["create_payment"] },
};
