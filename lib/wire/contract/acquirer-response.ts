import { z } from "zod";
import { CHECK_RESULTS } from "#lib/kernel/vocabulary/payments.ts";

/** Acquirer response of a card payment. */
export const acquirerResponseWire = z.object({
  eci: z.string().nullable().meta({
    description:
      "Electronic commerce indicator: how the payer was authenticated. `05` or `02` (Mastercard) authenticated, `06` or `01` attempted, `07` or `00` not",
    example: "05",
  }),
  liability_shift: z.boolean().nullable().meta({
    description: "Whether the issuer bears the loss if the payer disputes the payment as fraud",
  }),
  avs_result: z
    .enum(CHECK_RESULTS)
    .nullable()
    .meta({ description: "Result of the issuer's check of the billing address" }),
  cvc_result: z
    .enum(CHECK_RESULTS)
    .nullable()
    .meta({ description: "Result of the issuer's check of the security code" }),
  arn: z.string().nullable().meta({
    description:
      "Acquirer reference number of the capture, by which the issuer finds the payment: 23 digits",
    example: "74120806102000012345671",
  }),
});
