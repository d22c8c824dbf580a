import { toCustomerWire } from "./customers.ts";

/** Each noun in its newest wire shape, the same in responses and in events. One line per noun. */
export const WIRE_SERIALIZERS = {
  customer: toCustomerWire,
};
