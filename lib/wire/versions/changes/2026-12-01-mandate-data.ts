import type { BehaviourChange } from "../change.ts";

export const mandateDataRequired: BehaviourChange = {
  name: "mandate_data_required",
  date: "2026-12-01",
  title: "A first debit needs mandate_data",
  description:
    "A payment or subscription by `sepa_debit` or `bacs_debit` needs `mandate_data`, the payer's agreement, unless its payment " +
    "method has an active or pending mandate; without it the answer is 400 `parameter_invalid`. Earlier versions use the time " +
    "of the call as that of the agreement.",
  affects: {
    objects: [],
    requests: ["create_payment", "create_subscription", "update_subscription"],
  },
};
