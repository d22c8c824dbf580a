import { z } from "zod";
import {
  MANDATE_SCHEMES,
  MANDATE_STATUSES,
  REVOCATION_SOURCES,
} from "#lib/kernel/vocabulary/mandates.ts";
import { defineRoute } from "./route.ts";
import { envelope, expandable, listOf, listQuery, timestamp } from "./shared.ts";

export const mandateWire = z
  .object({
    ...envelope("mandate", "mdt"),
    status: z.enum(MANDATE_STATUSES).meta({
      description: "Only an `active` mandate can be used; `pending` waits for the payer's bank",
    }),
    scheme: z.enum(MANDATE_SCHEMES).meta({ description: "The scheme of its debits" }),
    reference: z
      .string()
      .meta({ description: "Identifies the mandate at the payer's bank and on statements" }),
    customer: expandable("cus", "customer").nullable(),
    payment_method: expandable("pm", "payment_method"),
    accepted_at: timestamp.meta({ description: "When the payer agreed" }),
    accepted_ip: z
      .string()
      .nullable()
      .meta({ description: "IP address from which the payer agreed" }),
    failure_code: z.string().nullable().meta({ description: "The bank's code for the rejection" }),
    revocation: z
      .object({
        source: z.enum(REVOCATION_SOURCES).meta({ description: "Who revoked it" }),
        code: z.string().nullable().meta({ description: "The scheme's code for the rejection" }),
      })
      .nullable()
      .meta({ description: "Who revoked it and why; null unless it is revoked" }),
    expires_at: timestamp.nullable().meta({
      description: "When it expires unless it is used before; null if it does not expire",
    }),
  })
  .meta({ id: "mandate", description: "A payer's permission to be debited" });
export type MandateWire = z.output<typeof mandateWire>;

export const MANDATE_EXAMPLE: MandateWire = {
  id: "mdt_01kp0c5n7v3m8q2w4x6y9z1b5m",
  object: "mandate",
  livemode: false,
  created: "2026-04-12T09:31:07Z",
  metadata: {},
  status: "active",
  scheme: "sepa_core",
  reference: "PD01KP0C5N7V3M8Q2W4X6Y9Z1B5M",
  customer: null,
  payment_method: "pm_01kp0c5n7v3m8q2w4x6y9z1b5c",
  accepted_at: "2026-04-12T09:31:07Z",
  accepted_ip: "203.0.113.7",
  failure_code: null,
  revocation: null,
  expires_at: "2029-04-12T09:31:07Z",
};

export const readMandateRoute = defineRoute({
  method: "get",
  path: "/v1/mandates/{mandate_id}",
  name: "read_mandate",
  group: "Mandates",
  summary: "Read one mandate",
  scope: "mandates:read",
  bucket: "reads",
  params: { mandate_id: "mdt" },
  response: { status: 200, schema: mandateWire, example: MANDATE_EXAMPLE },
  returns: "mandate",
  errors: ["resource_missing"],
});

export const listMandatesRoute = defineRoute({
  method: "get",
  path: "/v1/mandates",
  name: "list_mandates",
  group: "Mandates",
  summary: "List mandates",
  scope: "mandates:read",
  bucket: "lists",
  query: listQuery.extend({
    customer: z.string().min(1).max(100).optional(),
    payment_method: z.string().min(1).max(100).optional(),
    status: z.enum(MANDATE_STATUSES).optional().meta({
      description: "Only an `active` mandate can be used; `pending` waits for the payer's bank",
    }),
    scheme: z.enum(MANDATE_SCHEMES).optional().meta({ description: "The scheme of its debits" }),
  }),
  response: {
    status: 200,
    schema: listOf(mandateWire),
    example: {
      object: "list",
      url: "/v1/mandates",
      data: [MANDATE_EXAMPLE],
      has_more: false,
      next_cursor: null,
    },
  },
  returns: "mandate",
});

export const revokeMandateRoute = defineRoute({
  method: "post",
  path: "/v1/mandates/{mandate_id}/revoke",
  name: "revoke_mandate",
  group: "Mandates",
  summary: "Revoke a mandate",
  description:
    "Ends an active mandate permanently. It can no longer be debited, and the payer's bank is notified.",
  scope: "mandates:write",
  bucket: "writes",
  params: { mandate_id: "mdt" },
  body: z.strictObject({}),
  response: {
    status: 200,
    schema: mandateWire,
    example: {
      ...MANDATE_EXAMPLE,
      status: "revoked",
      revocation: { source: "merchant", code: null },
      expires_at: null,
    },
  },
  returns: "mandate",
  errors: ["resource_missing", "state_invalid"],
});
