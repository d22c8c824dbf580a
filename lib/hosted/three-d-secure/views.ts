import { html, raw } from "hono/html";
import type { Payment } from "#lib/domain/payments/index.ts";
import { formatMinor } from "#lib/kernel/money.ts";
import { SANDBOX_BANKS } from "#lib/rails/index.ts";
import { STYLE } from "./style.ts";

type Html = ReturnType<typeof html>;

export type Shown = { payment: Payment; merchant: string; back: string | null };

function frame(args: { title: string; bank: string; body: Html; refresh?: boolean }): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
${args.refresh ? raw('<meta http-equiv="refresh" content="1">') : ""}
<title>${args.title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<main>
<header><strong>${args.bank}</strong><span>Sandbox bank</span></header>
<section>${args.body}</section>
<footer>This bank is part of a test environment. No real bank is contacted and no real money moves.</footer>
</main>
</body>
</html>`;
}

const bankOf = (payment: Payment) => payment.card?.issuer || bankNameOf(payment);

function facts({ payment, merchant }: Shown): Html {
  const { card } = payment;
  return html`<dl>
<dt>To</dt><dd>${merchant}</dd>
${card ? html`<dt>Card</dt><dd>${nameOf(card.brand)} ending ${card.last4}</dd>` : ""}
${payment.bankPayment ? html`<dt>Reference</dt><dd>${payment.bankPayment.reference}</dd>` : ""}
${payment.description ? html`<dt>For</dt><dd>${payment.description}</dd>` : ""}
</dl>`;
}

const nameOf = (brand: string) => brand.charAt(0).toUpperCase() + brand.slice(1);

/** The challenge page: amount, merchant and two buttons. */
export function challengeView(shown: Shown): Html {
  const { payment } = shown;
  return frame({
    title: "Confirm your payment",
    bank: bankOf(payment),
    body: html`<h1>Confirm this payment</h1>
<p>Confirm to your bank that you are making this payment.</p>
<p class="amount">${formatMinor(payment.amountMinor, payment.currency)}</p>
${facts(shown)}
<form method="post">
<button class="yes" name="answer" value="approve">Approve</button>
<button name="answer" value="refuse">Refuse</button>
</form>`,
  });
}

/** Shown between the answer and its outcome; reloads itself. */
export function workingView(shown: Shown): Html {
  return frame({
    title: "One moment",
    bank: bankOf(shown.payment),
    refresh: true,
    body: html`<h1>One moment</h1>
<p role="status">Your answer is with the bank. This page updates automatically.</p>`,
  });
}

/** Shows the outcome. */
export function resultView(shown: Shown): Html {
  const { payment, back, merchant } = shown;
  const { title, text } = labelOf(payment);
  return frame({
    title,
    bank: bankOf(payment),
    body: html`<h1>${title}</h1>
<p role="status">${text}</p>
<p class="amount">${formatMinor(payment.amountMinor, payment.currency)}</p>
${facts(shown)}
${back ? html`<a class="go" href="${back}">Back to ${merchant}</a>` : html`<p>You can close this page.</p>`}`,
  });
}

const REFUSED_BY_PAYER: ReadonlySet<string> = new Set([
  "authentication_required",
  "declined_by_payer",
]);

function labelOf({ status, decline }: Payment): { title: string; text: string } {
  if (status === "succeeded")
    return { title: "Payment confirmed", text: "The payment went through." };
  if (status === "requires_capture") {
    return { title: "Payment confirmed", text: "The amount is reserved for the merchant." };
  }
  if (status === "canceled") {
    return {
      title: "Payment canceled",
      text: "It can no longer be confirmed. Nothing was charged.",
    };
  }
  if (status === "processing") {
    return { title: "Payment processing", text: "Your bank will confirm it in a few minutes." };
  }
  if (decline && REFUSED_BY_PAYER.has(decline.declineCode)) {
    return { title: "Payment refused", text: "It was not confirmed, so nothing was charged." };
  }
  if (decline?.declineCode === "bank_unavailable") {
    return {
      title: "Bank not available",
      text: "The bank cannot be reached at the moment. Nothing was charged.",
    };
  }
  return { title: "Payment not possible", text: "The bank declined it. Nothing was charged." };
}

/** A page with only a message. */
export function noticeView(title: string, text: string): Html {
  return frame({ title, bank: "Your bank", body: html`<h1>${title}</h1><p>${text}</p>` });
}

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

/** Invented banks, one in the home country of each method. */
const BANKS: Readonly<Record<string, string>> = {
  ideal: "Polder Bank",
  bancontact: "Banque de l'Escaut",
  eps: "Donaubank",
  p24: "Bank Wisła",
  sepa_instant: "Nordlicht Bank",
};

/** The method that the payer chose, as shops write it. */
const METHODS: Readonly<Record<string, string>> = {
  ideal: "iDEAL",
  bancontact: "Bancontact",
  eps: "EPS",
  p24: "Przelewy24",
  sepa_instant: "SEPA Instant",
  bank_payment: "your bank account",
};

function bankNameOf({ method, bankPayment }: Pick<Payment, "method" | "bankPayment">): string {
  if (bankPayment?.bankId) return SANDBOX_BANKS.get(bankPayment.bankId) ?? "Your bank";
  return BANKS[method] ?? "Your bank";
}

function methodNameOf({ method }: Pick<Payment, "method">): string {
  return METHODS[method] ?? method;
}
