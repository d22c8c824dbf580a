import { z } from "zod";
import { defineRoute } from "./route.ts";
import {
  countryInput,
  deletedOf,
  envelope,
  expandable,
  listOf,
  listQuery,
  metadataInput,
} from "./shared.ts";

export const customerWire = z
  .object({
    ...envelope("customer", "cus"),
    name: z.string().nullable().meta({ description: "The payer's name" }),
    email: z.string().nullable().meta({ description: "E-mail address" }),
    country: z.string().nullable().meta({ description: "ISO 3166-1 alpha-2 code in upper case" }),
    default_payment_method: expandable("pm", "payment_method").nullable(),
  })
  .meta({ id: "customer", description: "A payer that you store" });
export type CustomerWire = z.output<typeof customerWire>;

const EXAMPLE: CustomerWire = {
  id: "cus_01kp0c5n7v3m8q2w4x6y9z1b5d",
  object: "customer",
  livemode: false,
  created: "2026-04-12T09:31:07Z",
  metadata: { crm: "88213" },
  name: "Ada Lindqvist",
  email: "ada@lindqvist.example",
  country: "SE",
  default_payment_method: null,
};

const fields = {
  name: z
    .string()
    .min(1)
    .max(200)
    .nullable()
    .optional()
    .meta({ description: "The payer's name", example: "Ada Lindqvist" }),
  email: z
    .email("Must be an e-mail address")
    .max(254)
    .nullable()
    .optional()
    .meta({ description: "E-mail address", example: "ada@lindqvist.example" }),
  country: countryInput
    .nullable()
    .optional()
    .meta({ description: "ISO 3166-1 alpha-2 code in upper case" }),
  metadata: metadataInput.optional(),
};

export const createCustomerRoute = defineRoute({
  method: "post",
  path: "/v1/customers",
  name: "create_customer",
  group: "Customers",
  summary: "Create a customer",
  scope: "customers:write",
  bucket: "writes",
  body: z.strictObject(fields),
  bodyExample: {
    name: "Ada Lindqvist",
    email: "ada@lindqvist.example",
    country: "SE",
    metadata: { crm: "88213" },
  },
  response: { status: 201, schema: customerWire, example: EXAMPLE },
});

export const readCustomerRoute = defineRoute({
  method: "get",
  path: "/v1/customers/{customer_id}",
  name: "read_customer",
  group: "Customers",
  summary: "Read one customer",
  description: "A deleted customer has only `id`, `object` and `deleted: true`.",
  scope: "customers:read",
  bucket: "reads",
  params: { customer_id: "cus" },
  response: {
    status: 200,
    schema: z.union([customerWire, deletedOf("customer", "cus")]),
    example: EXAMPLE,
  },
  returns: "customer",
  errors: ["resource_missing"],
});

export const listCustomersRoute = defineRoute({
  method: "get",
  path: "/v1/customers",
  name: "list_customers",
  group: "Customers",
  summary: "List customers",
  scope: "customers:read",
  bucket: "lists",
  query: listQuery.extend({
    email: z
      .string()
      .min(1)
      .max(254)
      .optional()
      .meta({ description: "Only customers with exactly this address" }),
  }),
  response: {
    status: 200,
    schema: listOf(customerWire),
    example: {
      object: "list",
      url: "/v1/customers",
      data: [EXAMPLE],
      has_more: false,
      next_cursor: null,
    },
  },
  returns: "customer",
});

export const updateCustomerRoute = defineRoute({
  method: "post",
  path: "/v1/customers/{customer_id}",
  name: "update_customer",
  group: "Customers",
  summary: "Change a customer",
  description:
    "Changes the parameters that are sent and leaves the others. `null` clears a field; an empty value removes a metadata key.",
  scope: "customers:write",
  bucket: "writes",
  params: { customer_id: "cus" },
  bodyExample: { name: "Ada Lindqvist", metadata: { crm: "88213", tier: "" } },
  body: z.strictObject({
    ...fields,
    default_payment_method: z
      .string()
      .min(1)
      .max(100)
      .nullable()
      .optional()
      .meta({ description: "A payment method that is attached to this customer" }),
  }),
  response: { status: 200, schema: customerWire, example: EXAMPLE },
  errors: ["resource_missing"],
});

export const deleteCustomerRoute = defineRoute({
  method: "delete",
  path: "/v1/customers/{customer_id}",
  name: "delete_customer",
  group: "Customers",
  summary: "Delete a customer",
  description:
    "Removes the customer from every list, cancels its subscriptions immediately and detaches its payment methods, which cannot be charged any more. Past payments keep its id.",
  scope: "customers:write",
  bucket: "writes",
  params: { customer_id: "cus" },
  response: {
    status: 200,
    schema: deletedOf("customer", "cus"),
    example: { id: EXAMPLE.id, object: "customer", deleted: true },
  },
  errors: ["resource_missing"],
});
