import { ORIGIN } from "../api/snippets.ts";
import { packageAt } from "../listen-snippet.ts";

export const START = `npm install ${packageAt(ORIGIN)}
npx paydesk samples create checkout --url ${ORIGIN}
export PAYDESK_URL=${ORIGIN}
export PAYDESK_SECRET_KEY=sk_test_…
export PAYDESK_PUBLISHABLE_KEY=pk_test_…
node checkout/server.mjs`;

export const SMALLEST = `<script src="${ORIGIN}/hosted/v1/paydesk.js"></script>
<form id="checkout">
  <div id="card"></div>
  <button>Pay</button>
</form>
<script>
  const card = Paydesk("pk_test_…").card().mount("#card");
  document.querySelector("#checkout").addEventListener("submit", async (event) => {
    event.preventDefault();
    const { paymentMethod, error } = await card.tokenise();
    if (error) return alert(error.message);
    // Send paymentMethod.id to your server, which creates the payment with your secret key.
  });
</script>`;

export const STYLING = `const card = paydesk.card({
  appearance: {
    theme: "auto", // "light" (default), "dark", or "auto": the setting of the payer's system
    labels: "above", // or "hidden": for screen readers only
    variables: {
      fontFamily: "system-ui, sans-serif",
      fontSize: "16px",
      colorText: "#1f2430",
      colorFocus: "oklch(0.55 0.15 150)",
      borderRadius: "8px",
    },
  },
  fields: {
    number: { label: "Your card", placeholder: "1234 1234 1234 1234" },
    cvc: { placeholder: "3 digits" },
  },
});`;

export const POLICY = `Content-Security-Policy:
  script-src 'self' ${ORIGIN};
  frame-src ${ORIGIN};`;
