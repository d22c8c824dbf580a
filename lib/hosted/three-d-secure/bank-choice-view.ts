import { html } from "hono/html";
import { formatMinor } from "#lib/kernel/money.ts";
import { SANDBOX_BANKS } from "#lib/rails/index.ts";
import { facts, frame, type Shown } from "./views.ts";

/** The page on which the payer chooses a bank. */
export function bankChoiceView(shown: Shown): ReturnType<typeof html> {
  const { payment, merchant } = shown;
  return frame({
    title: "Choose your bank",
    bank: "Pay by bank",
    body: html`<h1>Choose your bank</h1>
<p>You approve this payment to ${merchant} in your bank's app.</p>
<p class="amount">${formatMinor(payment.amountMinor, payment.currency)}</p>
${facts(shown)}
<form method="post">
${[...SANDBOX_BANKS].map(
  ([id, name]) => html`<button name="bank" value="${id}">${name} <small>${id}</small></button>`,
)}
</form>`,
  });
}
