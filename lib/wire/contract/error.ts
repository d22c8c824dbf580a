import { z } from "zod";
import { ERROR_CODES, type ErrorCode } from "#lib/kernel/errors.ts";

const CODES = Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]];
const TYPES = [...new Set(CODES.map((code) => ERROR_CODES[code].type))];

/** The shape of every error (decisions §1). Clients branch on `code`; `message` may change. */
export const errorWire = z
  .object({
    error: z.object({
      type: z.enum(TYPES as [(typeof TYPES)[number]]),
      code: z.enum(CODES),
      message: z.string().meta({ description: "For people; the text may change" }),
      param: z
        .string()
        .optional()
        .meta({ description: "The invalid parameter, such as `card[number]`" }),
      decline_code: z.string().optional(),
      network_decline_code: z.string().optional(),
      advice_code: z.string().optional(),
      payment: z
        .looseObject({ object: z.literal("payment") })
        .optional()
        .meta({ description: "With a 402: the failed payment", "x-object": "payment" }),
      request_id: z.string().meta({ pattern: "^req_" }),
      doc_url: z.url(),
    }),
  })
  .meta({ id: "error", description: "Any error" });
export type ErrorWire = z.output<typeof errorWire>;
