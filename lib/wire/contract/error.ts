import { z } from "zod";
import { ERROR_CODES, type ErrorCode } from "#lib/kernel/errors.ts";
import { ADVICE_CODES } from "#lib/kernel/vocabulary/payments.ts";

const CODES = Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]];
const TYPES = [...new Set(CODES.map((code) => ERROR_CODES[code].type))];

/** The shape of every error (decisions §1). Clients branch on `code`; `message` may change. */
export const errorWire = z
  .object({
    error: z
      .object({
        type: z
          .enum(TYPES as [(typeof TYPES)[number]])
          .meta({ description: "The class of the error" }),
        code: z.enum(CODES).meta({ description: "The code that clients branch on" }),
        message: z.string().meta({ description: "For people; the text may change" }),
        param: z
          .string()
          .optional()
          .meta({ description: "The invalid parameter, such as `card[number]`" }),
        decline_code: z
          .string()
          .optional()
          .meta({ description: "With a 402: Paydesk's code for the reason" }),
        network_decline_code: z
          .string()
          .optional()
          .meta({ description: "With a 402: the scheme's or bank's code" }),
        advice_code: z
          .string()
          .optional()
          .meta({
            description: "With a 402: whether to retry the payment",
            enum: [...ADVICE_CODES],
          }),
        payment: z
          .looseObject({ object: z.literal("payment") })
          .optional()
          .meta({ description: "With a 402: the failed payment", "x-object": "payment" }),
        request_id: z.string().meta({ description: "Quote it to support", pattern: "^req_" }),
        doc_url: z.url().meta({ description: "The explanation of the code" }),
      })
      .meta({ description: "What went wrong" }),
  })
  .meta({ id: "error", description: "Any error" });
export type ErrorWire = z.output<typeof errorWire>;
