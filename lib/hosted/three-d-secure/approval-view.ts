import { html } from "hono/html";
import { formatMinor } from "#lib/kernel/money.ts";
import { bankNameOf, methodNameOf } from "./bank-names.ts";
import { facts, frame, type Shown } from "./views.ts";

/** The bank's page for a payer whom a shop redirected: approve, decline, or leave it unanswered until it expires. */
export function approvalView(shown: Shown): ReturnType<typeof html> {
  const { payment, merchant, back } = shown;
  return frame({
    title: "Approve your payment",
    bank: bankNameOf(payment),
    body: html`<h1>Pay with ${methodNameOf(payment)}</h1>
<p>${merchant} asks for this payment from your account.</p>
<p class="amount">${formatMinor(payment.amountMinor, payment.currency)}</p>
${facts(shown)}
<form method="post">
<button class="yes" name="answer" value="approve">Approve</button>
<button name="answer" value="refuse">Decline</button>
</form>
${back ? html`<p class="aside"><a href="${back}">Leave without answering</a></p>` : ""}`,
  });
}
