import type { Customer } from "#lib/domain/customers/index.ts";
import { toIsoSeconds } from "#lib/kernel/clock.ts";
import type { CustomerWire } from "../contract/customers.ts";

export function toCustomerWire(customer: Customer): CustomerWire {
  return {
    id: customer.id,
    object: "customer",
    livemode: customer.mode === "live",
    created: toIsoSeconds(customer.createdAt),
    metadata: customer.metadata,
    name: customer.name,
    email: customer.email,
    country: customer.country,
    default_payment_method: customer.defaultPaymentMethod,
  };
}

/** A deleted customer. */
export function toDeletedCustomerWire({ id }: Pick<Customer, "id">) {
  return { id, object: "customer", deleted: true } as const;
}
