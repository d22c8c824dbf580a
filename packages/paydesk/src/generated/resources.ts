// Generated from the API's contract by `npm run openapi`. Do not edit.

import type { ApiCall } from "../core/call.ts";
import { segment } from "../core/encode.ts";
import type { Expanded, ExpandPath, InList, OfList } from "../core/expand.ts";
import type { FileAnswer } from "../core/file.ts";
import type { List, ListCall } from "../core/list.ts";
import type { RequestOptions } from "../core/options.ts";
import { type NoParams, Resource } from "../core/resource.ts";
import type { Transport } from "../core/transport.ts";
import type {  } from "./objects.ts";
import type { Params, Version } from "./versions.ts";

export class PaymentsResource<V extends Version> extends Resource {
  /** Create a payment. Charges a payment method, or returns a `redirect_url` for the payer (`requires_action`). Answers 201 with the payment, or 402 `card_declined` with the failed payment in the error. Debits stay `processing` for days; an event reports the outcome. The same `Idempotency-Key` never charges twice. */
  create<const P extends ExpandPath<"payment"> = never, R extends Version = V>(
    params: Params<R, "create_payment"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "payment", P>> {
    return this.transport.call({ method: "POST", path: "/v1/payments", body: params }, options);
  }

  /** List payments. Newest first. Filters can be combined. */
  list<const P extends InList<ExpandPath<"payment">> = never, R extends Version = V>(
    params?: Params<R, "list_payments"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ListCall<Expanded<R, "payment", OfList<P>>> {
    return this.transport.list({ method: "GET", path: "/v1/payments", query: params }, options);
  }

  /** Change a payment's description and metadata. Changes the parameters that are sent and leaves the others, in any status. `null` clears the description; an empty value removes a metadata key. Sends no event. */
  update<const P extends ExpandPath<"payment"> = never, R extends Version = V>(
    paymentId: string,
    params?: Params<R, "update_payment"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "payment", P>> {
    return this.transport.call({ method: "POST", path: `/v1/payments/${segment(paymentId)}`, body: params }, options);
  }

  /** Read one payment. An object of another account or mode gets 404 `resource_missing`. */
  retrieve<const P extends ExpandPath<"payment"> = never, R extends Version = V>(
    paymentId: string,
    params?: { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "payment", P>> {
    return this.transport.call({ method: "GET", path: `/v1/payments/${segment(paymentId)}`, query: params }, options);
  }

  /** Capture a payment. Captures a payment that is `requires_capture`: the whole amount or, once, a part of it (`amount`). The rest is released. */
  capture<const P extends ExpandPath<"payment"> = never, R extends Version = V>(
    paymentId: string,
    params?: Params<R, "capture_payment"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "payment", P>> {
    return this.transport.call({ method: "POST", path: `/v1/payments/${segment(paymentId)}/capture`, body: params }, options);
  }

  /** Retry a declined payment. Charges a soft-declined payment again without the payer, as a new payment whose `retry_of` names it. Answers 201 with the new payment, or 402 `card_declined` if it is declined again. A payment can be retried once, within 7 days, if a live mandate covers its payment method and nobody has paid or tried since; the card schemes' limits hold. Otherwise 409 `state_invalid` gives the reason. A payment of a subscription's invoice collects the open invoice now; dunning continues as planned if that fails. */
  retry<const P extends ExpandPath<"payment"> = never, R extends Version = V>(
    paymentId: string,
    params?: { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "payment", P>> {
    return this.transport.call({ method: "POST", path: `/v1/payments/${segment(paymentId)}/retry`, body: params }, options);
  }

  /** Cancel a payment. Cancels a payment that is `requires_action` or `requires_capture`, and releases the authorised amount. */
  cancel<const P extends ExpandPath<"payment"> = never, R extends Version = V>(
    paymentId: string,
    params?: { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "payment", P>> {
    return this.transport.call({ method: "POST", path: `/v1/payments/${segment(paymentId)}/cancel`, body: params }, options);
  }
}

export class BankPaymentsResource<V extends Version> extends Resource {
  /** Start a bank payment. Returns a `redirect_url` at which the payer approves the payment in their bank's app. `payment.*` events carry this object and report the outcome. Refund it by its id. In the sandbox `bank_id` is `bank_ok`, `bank_declines`, `bank_slow` (settles ten minutes after the approval) or `bank_unavailable`; without `bank_id` the payer chooses. */
  create<const P extends ExpandPath<"bank_payment"> = never, R extends Version = V>(
    params: Params<R, "create_bank_payment"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "bank_payment", P>> {
    return this.transport.call({ method: "POST", path: "/v1/bank_payments", body: params }, options);
  }

  /** List bank payments. Newest first. Filters can be combined. */
  list<const P extends InList<ExpandPath<"bank_payment">> = never, R extends Version = V>(
    params?: Params<R, "list_bank_payments"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ListCall<Expanded<R, "bank_payment", OfList<P>>> {
    return this.transport.list({ method: "GET", path: "/v1/bank_payments", query: params }, options);
  }

  /** Read one bank payment. An object of another account or mode gets 404 `resource_missing`. */
  retrieve<const P extends ExpandPath<"bank_payment"> = never, R extends Version = V>(
    bankPaymentId: string,
    params?: { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "bank_payment", P>> {
    return this.transport.call({ method: "GET", path: `/v1/bank_payments/${segment(bankPaymentId)}`, query: params }, options);
  }
}

export class RefundsResource<V extends Version> extends Resource {
  /** Refund a payment. Returns a captured payment to the payer: `amount`, or by default all that is left. The refunds of a payment never exceed the captured amount. */
  create<const P extends ExpandPath<"refund"> = never, R extends Version = V>(
    params: Params<R, "create_refund"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "refund", P>> {
    return this.transport.call({ method: "POST", path: "/v1/refunds", body: params }, options);
  }

  /** List refunds. Newest first. Filters can be combined. */
  list<const P extends InList<ExpandPath<"refund">> = never, R extends Version = V>(
    params?: Params<R, "list_refunds"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ListCall<Expanded<R, "refund", OfList<P>>> {
    return this.transport.list({ method: "GET", path: "/v1/refunds", query: params }, options);
  }

  /** Read one refund. An object of another account or mode gets 404 `resource_missing`. */
  retrieve<const P extends ExpandPath<"refund"> = never, R extends Version = V>(
    refundId: string,
    params?: { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "refund", P>> {
    return this.transport.call({ method: "GET", path: `/v1/refunds/${segment(refundId)}`, query: params }, options);
  }

  /** Cancel a refund. Works while the refund is `pending`. Its amount can then be refunded again. */
  cancel<const P extends ExpandPath<"refund"> = never, R extends Version = V>(
    refundId: string,
    params?: { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "refund", P>> {
    return this.transport.call({ method: "POST", path: `/v1/refunds/${segment(refundId)}/cancel`, body: params }, options);
  }
}

export class PaymentMethodsResource<V extends Version> extends Resource {
  /** Tokenise a card, a wallet or a bank account. Exchanges a card, a wallet token or a bank account for a payment method that payments accept. Meant for browsers with a publishable key: `Idempotency-Key` is then optional and the body is at most 16 KiB. */
  create<const P extends ExpandPath<"payment_method"> = never, R extends Version = V>(
    params: Params<R, "create_payment_method"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "payment_method", P>> {
    return this.transport.call({ method: "POST", path: "/v1/payment_methods", body: params }, options);
  }

  /** List payment methods. Newest first. Filters can be combined. */
  list<const P extends InList<ExpandPath<"payment_method">> = never, R extends Version = V>(
    params?: Params<R, "list_payment_methods"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ListCall<Expanded<R, "payment_method", OfList<P>>> {
    return this.transport.list({ method: "GET", path: "/v1/payment_methods", query: params }, options);
  }

  /** List methods for a payer. The methods that a checkout can offer to a payer in a country, as values of a payment's `method`. Bank payments have their own route, `POST /v1/bank_payments`: EUR and GBP, from payers in a SEPA country, for merchants in Europe. */
  listAvailable<R extends Version = V>(
    params: Params<R, "list_available_methods">,
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "available_payment_methods", never>> {
    return this.transport.call({ method: "GET", path: "/v1/payment_methods/available", query: params }, options);
  }

  /** Attach a payment method to a customer. Attaches a method that a browser tokenised to a customer for later payments, or changes its metadata. An attached method cannot move to another customer. */
  update<const P extends ExpandPath<"payment_method"> = never, R extends Version = V>(
    paymentMethodId: string,
    params?: Params<R, "update_payment_method"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "payment_method", P>> {
    return this.transport.call({ method: "POST", path: `/v1/payment_methods/${segment(paymentMethodId)}`, body: params }, options);
  }

  /** Read one payment method. An object of another account or mode gets 404 `resource_missing`. */
  retrieve<const P extends ExpandPath<"payment_method"> = never, R extends Version = V>(
    paymentMethodId: string,
    params?: { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "payment_method", P>> {
    return this.transport.call({ method: "GET", path: `/v1/payment_methods/${segment(paymentMethodId)}`, query: params }, options);
  }
}

export class MandatesResource<V extends Version> extends Resource {
  /** Read one mandate. An object of another account or mode gets 404 `resource_missing`. */
  retrieve<const P extends ExpandPath<"mandate"> = never, R extends Version = V>(
    mandateId: string,
    params?: { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "mandate", P>> {
    return this.transport.call({ method: "GET", path: `/v1/mandates/${segment(mandateId)}`, query: params }, options);
  }

  /** List mandates. Newest first. Filters can be combined. */
  list<const P extends InList<ExpandPath<"mandate">> = never, R extends Version = V>(
    params?: Params<R, "list_mandates"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ListCall<Expanded<R, "mandate", OfList<P>>> {
    return this.transport.list({ method: "GET", path: "/v1/mandates", query: params }, options);
  }

  /** Revoke a mandate. Ends an active mandate permanently. It can no longer be debited, and the payer's bank is notified. */
  revoke<const P extends ExpandPath<"mandate"> = never, R extends Version = V>(
    mandateId: string,
    params?: { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "mandate", P>> {
    return this.transport.call({ method: "POST", path: `/v1/mandates/${segment(mandateId)}/revoke`, body: params }, options);
  }
}

export class DisputesResource<V extends Version> extends Resource {
  /** Read one dispute. An object of another account or mode gets 404 `resource_missing`. */
  retrieve<const P extends ExpandPath<"dispute"> = never, R extends Version = V>(
    disputeId: string,
    params?: { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "dispute", P>> {
    return this.transport.call({ method: "GET", path: `/v1/disputes/${segment(disputeId)}`, query: params }, options);
  }

  /** List disputes. Newest first. Filters can be combined. */
  list<const P extends InList<ExpandPath<"dispute">> = never, R extends Version = V>(
    params?: Params<R, "list_disputes"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ListCall<Expanded<R, "dispute", OfList<P>>> {
    return this.transport.list({ method: "GET", path: "/v1/disputes", query: params }, options);
  }

  /** Submit evidence. Submits evidence to the issuer, once. With `submit: false` it is only saved. In the sandbox the evidence `winning_evidence` wins the dispute and any other loses it, a day later. */
  addEvidence<const P extends ExpandPath<"dispute"> = never, R extends Version = V>(
    disputeId: string,
    params?: Params<R, "add_dispute_evidence"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "dispute", P>> {
    return this.transport.call({ method: "POST", path: `/v1/disputes/${segment(disputeId)}/evidence`, body: params }, options);
  }

  /** Accept a dispute. The dispute is lost immediately and the payer keeps the money. */
  accept<const P extends ExpandPath<"dispute"> = never, R extends Version = V>(
    disputeId: string,
    params?: { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "dispute", P>> {
    return this.transport.call({ method: "POST", path: `/v1/disputes/${segment(disputeId)}/accept`, body: params }, options);
  }

  /** Add a file to the evidence. Adds a PDF, PNG or JPEG file of at most 4 MB; a dispute can have 50 files with 25 MB together. The type is found in the content. The file is stored encrypted, and sent with the evidence; until then it can be removed. */
  addFile<const P extends ExpandPath<"dispute_file"> = never, R extends Version = V>(
    disputeId: string,
    params: Params<R, "add_dispute_file"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "dispute_file", P>> {
    return this.transport.call({ method: "POST", path: `/v1/disputes/${segment(disputeId)}/files`, body: params }, options);
  }

  /** List the files of a dispute. Newest first. Filters can be combined. */
  listFiles<const P extends InList<ExpandPath<"dispute_file">> = never, R extends Version = V>(
    disputeId: string,
    params?: Params<R, "list_dispute_files"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ListCall<Expanded<R, "dispute_file", OfList<P>>> {
    return this.transport.list({ method: "GET", path: `/v1/disputes/${segment(disputeId)}/files`, query: params }, options);
  }

  /** Read one file of a dispute. Without its content. */
  retrieveFile<const P extends ExpandPath<"dispute_file"> = never, R extends Version = V>(
    disputeId: string,
    fileId: string,
    params?: { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "dispute_file", P>> {
    return this.transport.call({ method: "GET", path: `/v1/disputes/${segment(disputeId)}/files/${segment(fileId)}`, query: params }, options);
  }

  /** Remove a file from the evidence. Deletes the file. Refused once the evidence was submitted. */
  removeFile<R extends Version = V>(
    disputeId: string,
    fileId: string,
    params?: NoParams,
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "deleted_dispute_file", never>> {
    return this.transport.call({ method: "DELETE", path: `/v1/disputes/${segment(disputeId)}/files/${segment(fileId)}`, query: params }, options);
  }

  /** Download a file of a dispute, as a file: application/pdf, image/jpeg, image/png */
  downloadFile<R extends Version = V>(
    disputeId: string,
    fileId: string,
    params?: NoParams,
    options?: RequestOptions<R>,
  ): ApiCall<FileAnswer> {
    return this.transport.file({ method: "GET", path: `/v1/disputes/${segment(disputeId)}/files/${segment(fileId)}/content`, query: params }, "application/pdf, image/jpeg, image/png", options);
  }
}

export class CustomersResource<V extends Version> extends Resource {
  /** Create a customer. The object of the key's account and mode. */
  create<R extends Version = V>(
    params?: Params<R, "create_customer">,
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "customer", never>> {
    return this.transport.call({ method: "POST", path: "/v1/customers", body: params }, options);
  }

  /** List customers. Newest first. Filters can be combined. */
  list<const P extends InList<ExpandPath<"customer">> = never, R extends Version = V>(
    params?: Params<R, "list_customers"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ListCall<Expanded<R, "customer", OfList<P>>> {
    return this.transport.list({ method: "GET", path: "/v1/customers", query: params }, options);
  }

  /** Read one customer. A deleted customer has only `id`, `object` and `deleted: true`. */
  retrieve<const P extends ExpandPath<"customer" | "deleted_customer"> = never, R extends Version = V>(
    customerId: string,
    params?: { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "customer" | "deleted_customer", P>> {
    return this.transport.call({ method: "GET", path: `/v1/customers/${segment(customerId)}`, query: params }, options);
  }

  /** Change a customer. Changes the parameters that are sent and leaves the others. `null` clears a field; an empty value removes a metadata key. */
  update<R extends Version = V>(
    customerId: string,
    params?: Params<R, "update_customer">,
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "customer", never>> {
    return this.transport.call({ method: "POST", path: `/v1/customers/${segment(customerId)}`, body: params }, options);
  }

  /** Delete a customer. Removes the customer from every list, cancels its subscriptions immediately and detaches its payment methods, which cannot be charged any more. Past payments keep its id. */
  delete<R extends Version = V>(
    customerId: string,
    params?: NoParams,
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "deleted_customer", never>> {
    return this.transport.call({ method: "DELETE", path: `/v1/customers/${segment(customerId)}`, query: params }, options);
  }
}

export class PlansResource<V extends Version> extends Resource {
  /** Create a plan. Amount, currency and interval of a plan never change, because subscribers agreed to them. For another price, create another plan and move subscriptions to it. */
  create<R extends Version = V>(
    params: Params<R, "create_plan">,
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "plan", never>> {
    return this.transport.call({ method: "POST", path: "/v1/plans", body: params }, options);
  }

  /** List plans. Newest first. Filters can be combined. */
  list<R extends Version = V>(
    params?: Params<R, "list_plans">,
    options?: RequestOptions<R>,
  ): ListCall<Expanded<R, "plan", never>> {
    return this.transport.list({ method: "GET", path: "/v1/plans", query: params }, options);
  }

  /** Read one plan. An object of another account or mode gets 404 `resource_missing`. */
  retrieve<R extends Version = V>(
    planId: string,
    params?: NoParams,
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "plan", never>> {
    return this.transport.call({ method: "GET", path: `/v1/plans/${segment(planId)}`, query: params }, options);
  }

  /** Change a plan. Changes the parameters that are sent. With `active: false` the plan takes no new subscriptions; existing ones continue. */
  update<R extends Version = V>(
    planId: string,
    params?: Params<R, "update_plan">,
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "plan", never>> {
    return this.transport.call({ method: "POST", path: `/v1/plans/${segment(planId)}`, body: params }, options);
  }
}

export class SubscriptionsResource<V extends Version> extends Resource {
  /** Subscribe a customer to a plan. Without a trial the call charges the first period. If the payer must confirm it (`next_action`) or it is declined, the subscription is `incomplete`: a new payment method within 23 hours is charged immediately, after that it is `incomplete_expired`. Later periods are charged automatically under the payer's mandate. */
  create<const P extends ExpandPath<"subscription"> = never, R extends Version = V>(
    params: Params<R, "create_subscription"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "subscription", P>> {
    return this.transport.call({ method: "POST", path: "/v1/subscriptions", body: params }, options);
  }

  /** List subscriptions. Newest first. Filters can be combined. */
  list<const P extends InList<ExpandPath<"subscription">> = never, R extends Version = V>(
    params?: Params<R, "list_subscriptions"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ListCall<Expanded<R, "subscription", OfList<P>>> {
    return this.transport.list({ method: "GET", path: "/v1/subscriptions", query: params }, options);
  }

  /** Read one subscription. An object of another account or mode gets 404 `resource_missing`. */
  retrieve<const P extends ExpandPath<"subscription"> = never, R extends Version = V>(
    subscriptionId: string,
    params?: { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "subscription", P>> {
    return this.transport.call({ method: "GET", path: `/v1/subscriptions/${segment(subscriptionId)}`, query: params }, options);
  }

  /** Change a subscription. Changes the parameters that are sent. A new plan or quantity is prorated to the minor unit; a plan with another interval starts a new period, which is charged immediately. If an invoice is unpaid, a new payment method is charged immediately. */
  update<const P extends ExpandPath<"subscription"> = never, R extends Version = V>(
    subscriptionId: string,
    params?: Params<R, "update_subscription"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "subscription", P>> {
    return this.transport.call({ method: "POST", path: `/v1/subscriptions/${segment(subscriptionId)}`, body: params }, options);
  }

  /** Cancel a subscription (DELETE). Ends it now: nothing more is charged, and the current period is not refunded. To end it with the current period, set `cancel_at_period_end`. Canceling it again is not an error and changes nothing. */
  delete<const P extends ExpandPath<"subscription"> = never, R extends Version = V>(
    subscriptionId: string,
    params?: { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "subscription", P>> {
    return this.transport.call({ method: "DELETE", path: `/v1/subscriptions/${segment(subscriptionId)}`, query: params }, options);
  }

  /** Cancel a subscription. Ends it now: nothing more is charged, and the current period is not refunded. To end it with the current period, set `cancel_at_period_end`. */
  cancel<const P extends ExpandPath<"subscription"> = never, R extends Version = V>(
    subscriptionId: string,
    params?: { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "subscription", P>> {
    return this.transport.call({ method: "POST", path: `/v1/subscriptions/${segment(subscriptionId)}/cancel`, body: params }, options);
  }

  /** Preview a change of plan or quantity. Changes nothing. The change with the same parameters and the returned `proration_date` invoices exactly these lines. Without parameters: the next invoice. */
  preview<const P extends ExpandPath<"subscription_preview"> = never, R extends Version = V>(
    subscriptionId: string,
    params?: Params<R, "preview_subscription"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "subscription_preview", P>> {
    return this.transport.call({ method: "POST", path: `/v1/subscriptions/${segment(subscriptionId)}/preview`, body: params }, options);
  }
}

export class InvoicesResource<V extends Version> extends Resource {
  /** Read one invoice. An object of another account or mode gets 404 `resource_missing`. */
  retrieve<const P extends ExpandPath<"invoice"> = never, R extends Version = V>(
    invoiceId: string,
    params?: { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "invoice", P>> {
    return this.transport.call({ method: "GET", path: `/v1/invoices/${segment(invoiceId)}`, query: params }, options);
  }

  /** List invoices. Newest first. Filters can be combined. */
  list<const P extends InList<ExpandPath<"invoice">> = never, R extends Version = V>(
    params?: Params<R, "list_invoices"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ListCall<Expanded<R, "invoice", OfList<P>>> {
    return this.transport.list({ method: "GET", path: "/v1/invoices", query: params }, options);
  }
}

export class BalanceResource<V extends Version> extends Resource {
  /** Read the balance. The object of the key's account and mode. */
  retrieve<R extends Version = V>(
    params?: NoParams,
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "balance", never>> {
    return this.transport.call({ method: "GET", path: "/v1/balance", query: params }, options);
  }
}

export class BalanceTransactionsResource<V extends Version> extends Resource {
  /** Read one balance transaction. An object of another account or mode gets 404 `resource_missing`. */
  retrieve<const P extends ExpandPath<"balance_transaction"> = never, R extends Version = V>(
    balanceTransactionId: string,
    params?: { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "balance_transaction", P>> {
    return this.transport.call({ method: "GET", path: `/v1/balance_transactions/${segment(balanceTransactionId)}`, query: params }, options);
  }

  /** List balance transactions. Newest first. Filters can be combined. */
  list<const P extends InList<ExpandPath<"balance_transaction">> = never, R extends Version = V>(
    params?: Params<R, "list_balance_transactions"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ListCall<Expanded<R, "balance_transaction", OfList<P>>> {
    return this.transport.list({ method: "GET", path: "/v1/balance_transactions", query: params }, options);
  }
}

export class SettlementsResource<V extends Version> extends Resource {
  /** Read one settlement. An object of another account or mode gets 404 `resource_missing`. */
  retrieve<R extends Version = V>(
    settlementId: string,
    params?: NoParams,
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "settlement", never>> {
    return this.transport.call({ method: "GET", path: `/v1/settlements/${segment(settlementId)}`, query: params }, options);
  }

  /** List settlements. One per currency and daily cut-off (00:00 UTC) with funds to pay out. It arrives two business days later. */
  list<R extends Version = V>(
    params?: Params<R, "list_settlements">,
    options?: RequestOptions<R>,
  ): ListCall<Expanded<R, "settlement", never>> {
    return this.transport.list({ method: "GET", path: "/v1/settlements", query: params }, options);
  }
}

export class PayoutsResource<V extends Version> extends Resource {
  /**
   * Create a payout or a batch. Sends money from the payout balance, which is reduced immediately; a payout above the balance is refused, also among concurrent calls. EUR is sent by SEPA Instant, or by credit transfer when `rail` asks for it or the beneficiary's bank finally rejects the instant payment. GBP, AUD, CAD and NZD need a corridor that your operator has approved. A payout is `returned` when the beneficiary's bank rejects the credit or sends it back later, and `failed` only when it never reached that bank; in both cases the payout balance gets the amount back. The beneficiary's name is verified first; a mismatch does not stop the payout. A payout stays `pending` for five seconds, during which it can be canceled.
   *
   * Above a limit that the account has set (for one payout, and for the sum of 24 hours) it stays `pending` with `approval` and is not sent until a second person approves it in the dashboard. A batch counts with its total. If it is refused, or nobody decides within 72 hours, it is `canceled` and the payout balance gets the amount back.
   *
   * A batch is `instructions`, or a `file` with its `format`: `csv`, whose first line names its columns (`name`, `iban`, `account_number`, `sort_code`, `bic`, `country`, `amount` in minor units or `amount_decimal` in major units, `currency`, `rail`, `reference`, `end_to_end_id`), or `pain.001` (pain.001.001.09). A row of a CSV file has its amount in one of the two columns; `amount_decimal` has exactly the digits of the currency: `12.50` for EUR, never `12.5`. A `ReqdExctnDt` of a pain.001 file is honoured, at most 366 days ahead: until then the payout stays `pending` and can be canceled. A day without a time begins at 00:00 UTC. The answer is a payout batch whose `errors` list every invalid row; the other rows are paid. A wrong control sum, or a balance below the sum, rejects the whole batch. A batch has at most 20,000 instructions; its body has at most 16 MiB and 500,000 values. While a body over 64 KiB of the account is being read, a second one gets 429; smaller ones are accepted.
   */
  create<const P extends ExpandPath<"payout" | "payout_batch"> = never, R extends Version = V>(
    params?: Params<R, "create_payout"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "payout" | "payout_batch", P>> {
    return this.transport.call({ method: "POST", path: "/v1/payouts", body: params }, options);
  }

  /** List payouts. Newest first. Filters can be combined. */
  list<const P extends InList<ExpandPath<"payout">> = never, R extends Version = V>(
    params?: Params<R, "list_payouts"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ListCall<Expanded<R, "payout", OfList<P>>> {
    return this.transport.list({ method: "GET", path: "/v1/payouts", query: params }, options);
  }

  /** Read one payout. An object of another account or mode gets 404 `resource_missing`. */
  retrieve<const P extends ExpandPath<"payout"> = never, R extends Version = V>(
    payoutId: string,
    params?: { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "payout", P>> {
    return this.transport.call({ method: "GET", path: `/v1/payouts/${segment(payoutId)}`, query: params }, options);
  }

  /** Cancel a payout. Works while the payout is `pending` and was not submitted to the bank. The payout balance gets the amount back. */
  cancel<const P extends ExpandPath<"payout"> = never, R extends Version = V>(
    payoutId: string,
    params?: { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "payout", P>> {
    return this.transport.call({ method: "POST", path: `/v1/payouts/${segment(payoutId)}/cancel`, body: params }, options);
  }
}

export class PayoutBatchesResource<V extends Version> extends Resource {
  /** Read one batch. List its payouts with `GET /v1/payouts?batch=`. */
  retrieve<R extends Version = V>(
    payoutBatchId: string,
    params?: NoParams,
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "payout_batch", never>> {
    return this.transport.call({ method: "GET", path: `/v1/payout_batches/${segment(payoutBatchId)}`, query: params }, options);
  }

  /** List batches. Newest first. Filters can be combined. */
  list<R extends Version = V>(
    params?: Params<R, "list_payout_batches">,
    options?: RequestOptions<R>,
  ): ListCall<Expanded<R, "payout_batch", never>> {
    return this.transport.list({ method: "GET", path: "/v1/payout_batches", query: params }, options);
  }
}

export class TestResource<V extends Version> extends Resource {
  /** Top up the payout balance. Test mode only. In live mode a bank transfer tops the balance up. */
  topUp<R extends Version = V>(
    params: Params<R, "top_up">,
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "topup", never>> {
    return this.transport.call({ method: "POST", path: "/v1/test/topup", body: params }, options);
  }

  /** Create a test event. Test mode only. Sends an event of any type to every subscribed endpoint, or to `endpoint` only. The object in it need not exist. */
  createEvent<R extends Version = V>(
    params: Params<R, "create_test_event">,
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "event", never>> {
    return this.transport.call({ method: "POST", path: "/v1/test/events", body: params }, options);
  }

  /** Read the sandbox clock. The object of the key's account and mode. */
  retrieveClock<R extends Version = V>(
    params?: NoParams,
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "test_clock", never>> {
    return this.transport.call({ method: "GET", path: "/v1/test/clock", query: params }, options);
  }

  /** Advance the sandbox clock. Everything that becomes due happens in order, at its own time: delayed outcomes, expiries, settlements and their arrival. Waiting deliveries to test endpoints are moved forward by the same time. Answers when all of it is finished, or after 30 seconds with `status: advancing`. The clock cannot be set back. */
  advanceClock<R extends Version = V>(
    params: Params<R, "advance_test_clock">,
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "test_clock", never>> {
    return this.transport.call({ method: "POST", path: "/v1/test/clock/advance", body: params }, options);
  }

  /** Simulate a scenario. Test mode only. A settlement takes `paid` (it arrives now) and `bank_account_closed` (the bank returns it and its funds are on the balance again). A succeeded payment takes `chargeback` (opens a dispute) and, if a bank made it, `late_failure` (the bank takes it back). A dispute takes `won` and `lost` while it is under review, and `deadline_passes` while it needs a response. A mandate takes `active` and `failed` while it is pending, `revoked` (by the payer) and `expired` while it is active. A subscription takes `trial_ends` while it is trialing, and `attempt_now` (the next retry) and `dunning_ends` (the final action) while it is past due. A payout takes `submit`, `settle`, `fail` (it never reached the beneficiary's bank) and `return` (that bank rejected it or sent it back). The last two can have an ISO 20022 reason (`fail_AB05`, `return_AC06`). */
  simulate<R extends Version = V>(
    params: Params<R, "simulate">,
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "simulation", never>> {
    return this.transport.call({ method: "POST", path: "/v1/test/simulate", body: params }, options);
  }
}

export class EventsResource<V extends Version> extends Resource {
  /** Read one event. Events are kept for 30 days. */
  retrieve<R extends Version = V>(
    eventId: string,
    params?: NoParams,
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "event", never>> {
    return this.transport.call({ method: "GET", path: `/v1/events/${segment(eventId)}`, query: params }, options);
  }

  /** List events. Events of the last 30 days, newest first. */
  list<R extends Version = V>(
    params?: Params<R, "list_events">,
    options?: RequestOptions<R>,
  ): ListCall<Expanded<R, "event", never>> {
    return this.transport.list({ method: "GET", path: "/v1/events", query: params }, options);
  }

  /** Replay an event. Creates a new delivery of the event for every enabled endpoint that received it before or subscribes to it now, or for `endpoint` only. Event id stays the same; timestamp and signature are new. */
  replay<const P extends InList<ExpandPath<"delivery">> = never, R extends Version = V>(
    eventId: string,
    params?: Params<R, "replay_event"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<List<Expanded<R, "delivery", OfList<P>>>> {
    return this.transport.call({ method: "POST", path: `/v1/events/${segment(eventId)}/replay`, body: params }, options);
  }
}

export class ListenerResource<V extends Version> extends Resource {
  /** Start listening. Returns a signing secret and the newest event, so that a client can forward events to an address on your own machine. Then poll `GET /v1/events?ending_before=…`. Start each poll a few seconds back: events created in the same moment may become visible in another order. */
  retrieve<const P extends ExpandPath<"listener"> = never, R extends Version = V>(
    params?: { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "listener", P>> {
    return this.transport.call({ method: "GET", path: "/v1/listener", query: params }, options);
  }
}

export class WebhookEndpointsResource<V extends Version> extends Resource {
  /** Register an endpoint. Opens a TLS connection to the address first. Only this response contains the signing secret. */
  create<R extends Version = V>(
    params: Params<R, "create_webhook_endpoint">,
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "webhook_endpoint_with_secret", never>> {
    return this.transport.call({ method: "POST", path: "/v1/webhook_endpoints", body: params }, options);
  }

  /** List endpoints. Newest first. Filters can be combined. */
  list<R extends Version = V>(
    params?: Params<R, "list_webhook_endpoints">,
    options?: RequestOptions<R>,
  ): ListCall<Expanded<R, "webhook_endpoint", never>> {
    return this.transport.list({ method: "GET", path: "/v1/webhook_endpoints", query: params }, options);
  }

  /** Read one endpoint. An object of another account or mode gets 404 `resource_missing`. */
  retrieve<R extends Version = V>(
    webhookEndpointId: string,
    params?: NoParams,
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "webhook_endpoint", never>> {
    return this.transport.call({ method: "GET", path: `/v1/webhook_endpoints/${segment(webhookEndpointId)}`, query: params }, options);
  }

  /** Change an endpoint. Changes the parameters that are sent and leaves the others. While an endpoint is disabled, its deliveries are held. */
  update<R extends Version = V>(
    webhookEndpointId: string,
    params?: Params<R, "update_webhook_endpoint">,
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "webhook_endpoint", never>> {
    return this.transport.call({ method: "POST", path: `/v1/webhook_endpoints/${segment(webhookEndpointId)}`, body: params }, options);
  }

  /** Delete an endpoint. Sends nothing more to it. Its past deliveries remain readable. */
  delete<R extends Version = V>(
    webhookEndpointId: string,
    params?: NoParams,
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "deleted_webhook_endpoint", never>> {
    return this.transport.call({ method: "DELETE", path: `/v1/webhook_endpoints/${segment(webhookEndpointId)}`, query: params }, options);
  }

  /** Rotate the signing secret. Creates a new secret; only this response contains it. During the overlap both secrets sign. A second rotation during the overlap ends the oldest secret. */
  rotateSecret<R extends Version = V>(
    webhookEndpointId: string,
    params?: Params<R, "rotate_webhook_secret">,
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "webhook_endpoint_with_secret", never>> {
    return this.transport.call({ method: "POST", path: `/v1/webhook_endpoints/${segment(webhookEndpointId)}/rotate_secret`, body: params }, options);
  }

  /** End the overlap of a rotation. The previous secret stops signing immediately. Without an overlap nothing changes. */
  endSecretOverlap<R extends Version = V>(
    webhookEndpointId: string,
    params?: NoParams,
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "webhook_endpoint", never>> {
    return this.transport.call({ method: "POST", path: `/v1/webhook_endpoints/${segment(webhookEndpointId)}/end_secret_overlap`, body: params }, options);
  }

  /** Send a test event to an endpoint. Sends one event with an example object to this endpoint only, whether or not it subscribes to the type. */
  test<R extends Version = V>(
    webhookEndpointId: string,
    params?: Params<R, "test_webhook_endpoint">,
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "event", never>> {
    return this.transport.call({ method: "POST", path: `/v1/webhook_endpoints/${segment(webhookEndpointId)}/test`, body: params }, options);
  }
}

export class DeliveriesResource<V extends Version> extends Resource {
  /** Read one delivery with its attempts. An object of another account or mode gets 404 `resource_missing`. */
  retrieve<const P extends ExpandPath<"delivery_with_attempts"> = never, R extends Version = V>(
    deliveryId: string,
    params?: { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "delivery_with_attempts", P>> {
    return this.transport.call({ method: "GET", path: `/v1/deliveries/${segment(deliveryId)}`, query: params }, options);
  }

  /** List deliveries. Deliveries of the last 30 days, newest first. */
  list<const P extends InList<ExpandPath<"delivery">> = never, R extends Version = V>(
    params?: Params<R, "list_deliveries"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ListCall<Expanded<R, "delivery", OfList<P>>> {
    return this.transport.list({ method: "GET", path: "/v1/deliveries", query: params }, options);
  }

  /** Replay a delivery. Creates a new delivery of the same event to the same endpoint: same event id, new timestamp and signature, attempts from 1. The first delivery and its attempts do not change. */
  replay<const P extends ExpandPath<"delivery"> = never, R extends Version = V>(
    deliveryId: string,
    params?: { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "delivery", P>> {
    return this.transport.call({ method: "POST", path: `/v1/deliveries/${segment(deliveryId)}/replay`, query: params }, options);
  }
}

export class DeliveryReconciliationResource<V extends Version> extends Resource {
  /** Reconcile events and deliveries. For a nightly check that no event is missing. Returns how many events the range has and the delivery status of each at every endpoint that should receive it. Covers the last 30 days. */
  retrieve<const P extends ExpandPath<"delivery_reconciliation"> = never, R extends Version = V>(
    params: Params<R, "read_delivery_reconciliation"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "delivery_reconciliation", P>> {
    return this.transport.call({ method: "GET", path: "/v1/delivery_reconciliation", query: params }, options);
  }
}

export class ReplaysResource<V extends Version> extends Resource {
  /** Replay a range of deliveries. Creates a job that sends deliveries of `[from, to)` again: by default those that failed or wait for a retry. The set of deliveries is fixed when the job starts. Each endpoint first receives five; when they arrive, the rest follows at 10 per second and rising. The job stops by itself when failures rise. A replay replaces pending retries, skips deliveries that have succeeded meanwhile, and keeps the event ids. No rate limit applies. With `dry_run` nothing is sent and the answer has the counts only. */
  create<const P extends ExpandPath<"replay"> = never, R extends Version = V>(
    params: Params<R, "create_replay"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "replay", P>> {
    return this.transport.call({ method: "POST", path: "/v1/replays", body: params }, options);
  }

  /** List replays. Newest first, including dry runs. */
  list<const P extends InList<ExpandPath<"replay">> = never, R extends Version = V>(
    params?: Params<R, "list_replays"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ListCall<Expanded<R, "replay", OfList<P>>> {
    return this.transport.list({ method: "GET", path: "/v1/replays", query: params }, options);
  }

  /** Read a replay. An object of another account or mode gets 404 `resource_missing`. */
  retrieve<const P extends ExpandPath<"replay"> = never, R extends Version = V>(
    replayId: string,
    params?: { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "replay", P>> {
    return this.transport.call({ method: "GET", path: `/v1/replays/${segment(replayId)}`, query: params }, options);
  }

  /** List the results of a replay. JSON pages, newest delivery first. `format=csv` or `Accept: text/csv` streams all results as CSV, oldest first. */
  listResults<const P extends InList<ExpandPath<"replay_result">> = never, R extends Version = V>(
    replayId: string,
    params?: Params<R, "list_replay_results"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ListCall<Expanded<R, "replay_result", OfList<P>>> {
    return this.transport.list({ method: "GET", path: `/v1/replays/${segment(replayId)}/results`, query: params }, options);
  }

  /** Pause a replay. Sends nothing more until it is resumed. Deliveries that were already sent keep their retries. */
  pause<const P extends ExpandPath<"replay"> = never, R extends Version = V>(
    replayId: string,
    params?: { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "replay", P>> {
    return this.transport.call({ method: "POST", path: `/v1/replays/${segment(replayId)}/pause`, query: params }, options);
  }

  /** Resume a replay. Endpoints that had stopped begin with five deliveries again. Deliveries that wait for a retry are sent immediately. */
  resume<const P extends ExpandPath<"replay"> = never, R extends Version = V>(
    replayId: string,
    params?: { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "replay", P>> {
    return this.transport.call({ method: "POST", path: `/v1/replays/${segment(replayId)}/resume`, query: params }, options);
  }

  /** Cancel a replay. Skips deliveries that were not sent yet. They keep their status and retries. */
  cancel<const P extends ExpandPath<"replay"> = never, R extends Version = V>(
    replayId: string,
    params?: { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "replay", P>> {
    return this.transport.call({ method: "POST", path: `/v1/replays/${segment(replayId)}/cancel`, query: params }, options);
  }
}

export class RequestsResource<V extends Version> extends Resource {
  /** Read a logged request. With what is kept of its bodies. Requests are kept for 30 days. */
  retrieve<R extends Version = V>(
    requestId: string,
    params?: NoParams,
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "api_request_with_bodies", never>> {
    return this.transport.call({ method: "GET", path: `/v1/requests/${segment(requestId)}`, query: params }, options);
  }

  /** List logged requests. Requests of the last 30 days that were made with keys of this account and mode, newest first. A request is listed within a second of its response. To follow them, poll with `ending_before`, and start each poll 30 seconds back: a request that took longer can have an earlier id than one that is listed already. Calls of this list are logged as well. */
  list<R extends Version = V>(
    params?: Params<R, "list_requests">,
    options?: RequestOptions<R>,
  ): ListCall<Expanded<R, "api_request", never>> {
    return this.transport.list({ method: "GET", path: "/v1/requests", query: params }, options);
  }
}

export class ReportsResource<V extends Version> extends Resource {
  /** Read a report. The settlement, declines or interchange report, or the accounting journal. JSON comes in pages, newest rows first. CSV (`format=csv` or `Accept: text/csv`) streams every row from one consistent snapshot and does not use the rate limit of lists. An account can run up to three exports at a time, and fewer while other accounts export; one more gets 429 `rate_limited` with `Service-RateLimit-Limit: 3` and `Retry-After`. The row count and the SHA-256 of the content follow as the trailers `Service-Row-Count`, `Service-Content-Sha256` (hexadecimal), `Repr-Digest` and `Service-Books-Proof` (the hash and the last block of the ledger, signed with a key of `/.well-known/paydesk-books.json`). The rows of a settlement add up to its net, those of the settlement report to what your bank received. Amounts are integers in minor units unless `layout` says otherwise; a text cell that a spreadsheet would read as a formula begins with an apostrophe. The `accounting_journal` is a file only: the ledger as the merchant books it, with one entry per day and kind of transfer and one per settlement, so that debits equal credits and the sum of each account is its movement in the ledger. It takes `from`, `to` (whole days that ended at least 15 minutes ago, at most 366), `timezone`, one `currency` and `layout`. */
  retrieve<R extends Version = V>(
    params: Params<R, "read_report">,
    options?: RequestOptions<R>,
  ): ListCall<Expanded<R, "settlement_report_row" | "decline_report_row" | "interchange_report_row" | "report_sum", never>> {
    return this.transport.list({ method: "GET", path: "/v1/reports", query: params }, options);
  }

  /** Read a report, as a file: text/csv, application/xml, text/plain */
  download<R extends Version = V>(
    params: Params<R, "read_report">,
    options?: RequestOptions<R>,
  ): ApiCall<FileAnswer> {
    return this.transport.file({ method: "GET", path: "/v1/reports", query: params }, "text/csv, application/xml, text/plain", options);
  }
}

export class ReportRunsResource<V extends Version> extends Resource {
  /** Prepare a report file. Prepares a report as a CSV file in the background, from one snapshot, and keeps it for seven days. `report.ready` is sent when it is ready; then read the file from its `url`. An account's files are prepared one after the other. */
  create<const P extends ExpandPath<"report"> = never, R extends Version = V>(
    params: Params<R, "create_report_run"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "report", P>> {
    return this.transport.call({ method: "POST", path: "/v1/report_runs", body: params }, options);
  }

  /** List report files. Every report taken as a file, newest first: those that were prepared, and those that were sent directly from `/v1/reports` or a screen. */
  list<const P extends InList<ExpandPath<"report">> = never, R extends Version = V>(
    params?: Params<R, "list_report_runs"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ListCall<Expanded<R, "report", OfList<P>>> {
    return this.transport.list({ method: "GET", path: "/v1/report_runs", query: params }, options);
  }

  /** Read a report file. The file's facts as JSON, or with `format=csv` or `Accept: text/csv` the file itself, with `Service-Row-Count` and `Repr-Digest` as headers. The file does not use the rate limit of reads. */
  retrieve<const P extends ExpandPath<"report"> = never, R extends Version = V>(
    reportId: string,
    params?: Params<R, "read_report_run"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "report", P>> {
    return this.transport.call({ method: "GET", path: `/v1/report_runs/${segment(reportId)}`, query: params }, options);
  }

  /** Read a report file, as a file: text/csv, application/xml, text/plain */
  download<R extends Version = V>(
    reportId: string,
    params?: Params<R, "read_report_run">,
    options?: RequestOptions<R>,
  ): ApiCall<FileAnswer> {
    return this.transport.file({ method: "GET", path: `/v1/report_runs/${segment(reportId)}`, query: params }, "text/csv, application/xml, text/plain", options);
  }

  /** Cancel a report file. Stops the preparation of a file and deletes what is made of it. */
  cancel<const P extends ExpandPath<"report"> = never, R extends Version = V>(
    reportId: string,
    params?: { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "report", P>> {
    return this.transport.call({ method: "POST", path: `/v1/report_runs/${segment(reportId)}/cancel`, query: params }, options);
  }
}

export class ReportSchedulesResource<V extends Version> extends Resource {
  /** Create a report schedule. Prepares a report file after each local day, week (Monday to Sunday) or month in `timezone`, beginning with the current one. Each file sends `report.ready` and, if you name members, an e-mail with its row count and hash. After an outage every missed period gets its file. */
  create<const P extends ExpandPath<"report_schedule"> = never, R extends Version = V>(
    params: Params<R, "create_report_schedule"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "report_schedule", P>> {
    return this.transport.call({ method: "POST", path: "/v1/report_schedules", body: params }, options);
  }

  /** List report schedules. Newest first. Filters can be combined. */
  list<const P extends InList<ExpandPath<"report_schedule">> = never, R extends Version = V>(
    params?: Params<R, "list_report_schedules"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ListCall<Expanded<R, "report_schedule", OfList<P>>> {
    return this.transport.list({ method: "GET", path: "/v1/report_schedules", query: params }, options);
  }

  /** Read a report schedule. An object of another account or mode gets 404 `resource_missing`. */
  retrieve<const P extends ExpandPath<"report_schedule"> = never, R extends Version = V>(
    reportScheduleId: string,
    params?: { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "report_schedule", P>> {
    return this.transport.call({ method: "GET", path: `/v1/report_schedules/${segment(reportScheduleId)}`, query: params }, options);
  }

  /** Change a report schedule. `active: false` stops it. When it becomes active again, it goes on with the current day, week or month. To change the report, create another schedule. */
  update<const P extends ExpandPath<"report_schedule"> = never, R extends Version = V>(
    reportScheduleId: string,
    params?: Params<R, "update_report_schedule"> & { expand?: readonly P[] | undefined },
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "report_schedule", P>> {
    return this.transport.call({ method: "POST", path: `/v1/report_schedules/${segment(reportScheduleId)}`, body: params }, options);
  }

  /** Delete a report schedule. Prepares no further files. The existing ones stay. */
  delete<R extends Version = V>(
    reportScheduleId: string,
    params?: NoParams,
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "deleted_report_schedule", never>> {
    return this.transport.call({ method: "DELETE", path: `/v1/report_schedules/${segment(reportScheduleId)}`, query: params }, options);
  }
}

export class BookingAccountsResource<V extends Version> extends Resource {
  /** Read the accounts of an accounting program. Those of the Booking dialog of the dashboard. Before they are changed, the defaults. */
  retrieve<R extends Version = V>(
    params: Params<R, "read_booking_accounts">,
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "booking_accounts", never>> {
    return this.transport.call({ method: "GET", path: "/v1/booking_accounts", query: params }, options);
  }

  /** Change the accounts of an accounting program. What you leave out stays as it is. Later files are written with the new accounts; files that exist stay the same. With `datev[chart]` `skr03` or `skr04` the accounts are those of the chart. */
  update<R extends Version = V>(
    params: Params<R, "update_booking_accounts">,
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "booking_accounts", never>> {
    return this.transport.call({ method: "POST", path: "/v1/booking_accounts", body: params }, options);
  }
}

export class MonthClosingsResource<V extends Version> extends Resource {
  /** Close a month. Makes the month's settlement, interchange and declines reports and its journal from one snapshot, with decimal amounts and days in the account's time zone, and keeps them: they are the same bytes for ever. A month can be closed from 15 minutes after its end, once. It cannot be undone. */
  create<R extends Version = V>(
    params: Params<R, "create_month_closing">,
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "month_closing", never>> {
    return this.transport.call({ method: "POST", path: "/v1/month_closings", body: params }, options);
  }

  /** List closed months. Newest first. A closing that failed has no files, and its month can be closed again. */
  list<R extends Version = V>(
    params?: Params<R, "list_month_closings">,
    options?: RequestOptions<R>,
  ): ListCall<Expanded<R, "month_closing", never>> {
    return this.transport.list({ method: "GET", path: "/v1/month_closings", query: params }, options);
  }

  /** Read a closed month. The closing as JSON, or with `format=csv` the file that `file` names (the journal is text for hledger). Put all files into an empty directory: `sha256sum * | LC_ALL=C sort | sha256sum` prints the closing's `sha256`. */
  retrieve<R extends Version = V>(
    monthClosingId: string,
    params?: Params<R, "read_month_closing">,
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "month_closing", never>> {
    return this.transport.call({ method: "GET", path: `/v1/month_closings/${segment(monthClosingId)}`, query: params }, options);
  }

  /** Read a closed month, as a file: text/csv, text/plain */
  download<R extends Version = V>(
    monthClosingId: string,
    params?: Params<R, "read_month_closing">,
    options?: RequestOptions<R>,
  ): ApiCall<FileAnswer> {
    return this.transport.file({ method: "GET", path: `/v1/month_closings/${segment(monthClosingId)}`, query: params }, "text/csv, text/plain", options);
  }

  /** Check a closed month for corrections. Compares the closed files with the present in the background. It also happens every day for five weeks, then every week for a year. */
  check<R extends Version = V>(
    monthClosingId: string,
    params?: NoParams,
    options?: RequestOptions<R>,
  ): ApiCall<Expanded<R, "month_closing", never>> {
    return this.transport.call({ method: "POST", path: `/v1/month_closings/${segment(monthClosingId)}/check`, query: params }, options);
  }

  /** List corrections of a closed month. Every row of the closed files that was `added`, `missing` or `changed` since, as of the last check. The files stay as they were. */
  listCorrections<R extends Version = V>(
    monthClosingId: string,
    params?: Params<R, "list_month_corrections">,
    options?: RequestOptions<R>,
  ): ListCall<Expanded<R, "month_correction", never>> {
    return this.transport.list({ method: "GET", path: `/v1/month_closings/${segment(monthClosingId)}/corrections`, query: params }, options);
  }
}

/** Every resource of the API. */
export class Resources<V extends Version> {
  readonly payments: PaymentsResource<V>;
  readonly bankPayments: BankPaymentsResource<V>;
  readonly refunds: RefundsResource<V>;
  readonly paymentMethods: PaymentMethodsResource<V>;
  readonly mandates: MandatesResource<V>;
  readonly disputes: DisputesResource<V>;
  readonly customers: CustomersResource<V>;
  readonly plans: PlansResource<V>;
  readonly subscriptions: SubscriptionsResource<V>;
  readonly invoices: InvoicesResource<V>;
  readonly balance: BalanceResource<V>;
  readonly balanceTransactions: BalanceTransactionsResource<V>;
  readonly settlements: SettlementsResource<V>;
  readonly payouts: PayoutsResource<V>;
  readonly payoutBatches: PayoutBatchesResource<V>;
  readonly test: TestResource<V>;
  readonly events: EventsResource<V>;
  readonly listener: ListenerResource<V>;
  readonly webhookEndpoints: WebhookEndpointsResource<V>;
  readonly deliveries: DeliveriesResource<V>;
  readonly deliveryReconciliation: DeliveryReconciliationResource<V>;
  readonly replays: ReplaysResource<V>;
  readonly requests: RequestsResource<V>;
  readonly reports: ReportsResource<V>;
  readonly reportRuns: ReportRunsResource<V>;
  readonly reportSchedules: ReportSchedulesResource<V>;
  readonly bookingAccounts: BookingAccountsResource<V>;
  readonly monthClosings: MonthClosingsResource<V>;

  constructor(transport: Transport) {
    this.payments = new PaymentsResource(transport);
    this.bankPayments = new BankPaymentsResource(transport);
    this.refunds = new RefundsResource(transport);
    this.paymentMethods = new PaymentMethodsResource(transport);
    this.mandates = new MandatesResource(transport);
    this.disputes = new DisputesResource(transport);
    this.customers = new CustomersResource(transport);
    this.plans = new PlansResource(transport);
    this.subscriptions = new SubscriptionsResource(transport);
    this.invoices = new InvoicesResource(transport);
    this.balance = new BalanceResource(transport);
    this.balanceTransactions = new BalanceTransactionsResource(transport);
    this.settlements = new SettlementsResource(transport);
    this.payouts = new PayoutsResource(transport);
    this.payoutBatches = new PayoutBatchesResource(transport);
    this.test = new TestResource(transport);
    this.events = new EventsResource(transport);
    this.listener = new ListenerResource(transport);
    this.webhookEndpoints = new WebhookEndpointsResource(transport);
    this.deliveries = new DeliveriesResource(transport);
    this.deliveryReconciliation = new DeliveryReconciliationResource(transport);
    this.replays = new ReplaysResource(transport);
    this.requests = new RequestsResource(transport);
    this.reports = new ReportsResource(transport);
    this.reportRuns = new ReportRunsResource(transport);
    this.reportSchedules = new ReportSchedulesResource(transport);
    this.bookingAccounts = new BookingAccountsResource(transport);
    this.monthClosings = new MonthClosingsResource(transport);
  }
}
