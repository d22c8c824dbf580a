// What a shop does, in strict types: charge, expand, page, refund, decline. `test/package/installed.test.ts` compiles and runs it with the
// package installed from its tarball.

import {
  CardError,
  type Customer,
  type DeletedCustomer,
  InvalidRequestError,
  Paydesk,
  type PaydeskEvent,
  type Payment,
} from "paydesk";
import type { Payment as OldPayment } from "paydesk/versions/2025-04-01";

type Equal<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
const holds = <T extends true>(value?: T) => value;

function demand(condition: boolean, what: string): void {
  if (!condition) throw new Error(`It does not hold: ${what}`);
}

/** What is left of a deleted customer has no name. */
const nameOf = (customer: Customer | DeletedCustomer | null) =>
  customer && "name" in customer ? customer.name : null;

// A delivery says what it is, unless the endpoint is pinned to an earlier version.
holds<Equal<PaydeskEvent["object"], "event">>();
holds<Equal<PaydeskEvent<"2026-04-01">["object"], "event" | undefined>>();

/** An event is narrowed by its type. */
export function summary(event: PaydeskEvent): string {
  switch (event.type) {
    case "refund.settled":
      return `${event.data.amount} ${event.data.currency} refunded for ${event.data.payment}`;
    case "dispute.opened":
      return `answer ${event.data.id}: ${event.data.reason}`;
    case "payment.succeeded":
      return event.data.object === "payment" ? (event.data.card?.last4 ?? "") : "bank";
    default:
      return event.type;
  }
}

export async function charge(paydesk: Paydesk): Promise<void> {
  const customer = await paydesk.customers.create({ name: "Ada", metadata: { crm: "88213" } });
  const params = {
    amount: 1999,
    currency: "EUR",
    method: "card",
    payment_method: "pm_test_4242424242424242",
    customer: customer.id,
  } as const;

  const plain = await paydesk.payments.create(params);
  holds<Equal<typeof plain, Payment>>();
  holds<Equal<typeof plain.customer, string | null>>();
  demand(plain.customer === customer.id, "without expand it is the id");

  const expanded = await paydesk.payments.create({ ...params, expand: ["customer"] });
  holds<Equal<typeof expanded.customer, Customer | DeletedCustomer | null>>();
  demand(nameOf(expanded.customer) === "Ada", "with expand it is the object");

  const deep = await paydesk.refunds.create({
    payment: plain.id,
    amount: 100,
    expand: ["payment.customer"],
  });
  const payer = deep.payment.object === "payment" ? deep.payment.customer : null;
  demand(payer?.id === customer.id, "expand goes on into what it expanded");

  const { response } = await paydesk.payments.retrieve(plain.id).withResponse();
  demand(response.status === 200 && response.requestId !== null, "the response has a request id");

  const ids: string[] = [];
  for await (const payment of paydesk.payments.list({
    limit: 1,
    customer: customer.id,
    expand: ["data.customer"],
  })) {
    holds<Equal<typeof payment.customer, Customer | DeletedCustomer | null>>();
    ids.push(payment.id);
  }
  demand(ids.length === 2 && ids[0] === expanded.id, "lists are read to their end, newest first");
}

/** A client, and one call, of an older version have its parameters and shapes. */
export async function speakOlder(key: string): Promise<void> {
  const older = new Paydesk(key, { version: "2025-04-01" });
  const params = { amount: 1999, currency: "EUR", method: "card" } as const;
  const made = await older.payments.create({
    ...params,
    payment_method: "pm_test_4242424242424242",
    capture: true,
  });
  holds<Equal<typeof made, OldPayment>>();
  holds<Equal<typeof made.capture, boolean>>();
  demand(made.capture === true && made.decline_code === null, "the client's version");
  const newest = new Paydesk(key);
  const options = { version: "2025-10-01" } as const;
  const read = await newest.payments.retrieve(made.id, { expand: ["customer"] }, options);
  holds<Equal<typeof read.customer, Customer | DeletedCustomer | null>>();
  demand(read.capture === "automatic" && read.decline_code === null, "the call's version");
}

export async function refuse(paydesk: Paydesk): Promise<void> {
  try {
    await paydesk.payments.create({
      amount: 1999,
      currency: "EUR",
      method: "card",
      payment_method: "pm_test_4000000000009995",
    });
    demand(false, "the card is declined");
  } catch (error) {
    if (!(error instanceof CardError)) throw error;
    demand(error.code === "card_declined", "the code is typed");
    demand(error.declineCode === "insufficient_funds", "a decline has its reason");
    demand(error.payment?.status === "failed", "a decline has its payment");
  }
  try {
    await paydesk.payments.retrieve("pay_none");
    demand(false, "the payment does not exist");
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    demand(error.status === 404 && error.code === "resource_missing", "an error has its code");
  }
}
