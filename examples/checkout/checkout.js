const form = document.querySelector("#checkout");
const button = form.querySelector("button");
const problem = document.querySelector("#problem");
const others = document.querySelector("#others");
const result = document.querySelector("#result");

// 1. Put the card fields on the page. They live in a frame of Paydesk's.
const paydesk = Paydesk(form.dataset.key);
const card = paydesk.card({
  appearance: { theme: "auto", variables: { borderRadius: "8px", colorFocus: "#3d7a52" } },
});
card.on("ready", () => {
  button.disabled = false;
});
card.on("submit", () => form.requestSubmit());
card.on("error", ({ error }) => {
  problem.textContent = error.message;
});

// 2. Exchange the card for a token, and let the server charge it.
sessionStorage.order ??= `order-${crypto.randomUUID()}`;
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (button.disabled) return;
  button.disabled = true;
  problem.textContent = "";
  try {
    const { paymentMethod, error } = await card.tokenise();
    if (error) {
      // A field at fault says so itself.
      if (!error.field) problem.textContent = error.message;
      return;
    }
    const response = await fetch("/pay", {
      method: "POST",
      body: JSON.stringify({ order: sessionStorage.order, payment_method: paymentMethod.id }),
    });
    if (!response.ok) throw new Error("The shop could not reach its bank.");
    show(await response.json());
  } catch (error) {
    problem.textContent = `${error.message} You can press the button again: nothing is paid twice.`;
  } finally {
    button.disabled = false;
  }
});

// 3. Offer what payers of a country have: the publishable key may ask. Each sends the payer to a bank.
const NAMES = {
  ideal: "iDEAL",
  bancontact: "Bancontact",
  eps: "EPS",
  p24: "Przelewy24",
  sepa_instant: "SEPA Instant",
};
const country = document.querySelector("#country");
country.addEventListener("change", offer);
async function offer() {
  const asked = country.value;
  const url = `${form.dataset.paydesk}/v1/payment_methods/available?country=${asked}`;
  const headers = { Authorization: `Bearer ${form.dataset.key}` };
  const { methods = [] } = await (await fetch(url, { headers })).json();
  if (country.value !== asked) return;
  const takesEuros = ({ currencies }) => !currencies || currencies.includes("EUR");
  const buttons = methods
    .filter((one) => NAMES[one.method] && takesEuros(one))
    .map(({ method }) => {
      const way = document.createElement("button");
      way.type = "button";
      way.textContent = `Pay with ${NAMES[method]}`;
      way.addEventListener("click", () => payAtBank(method));
      return way;
    });
  document.querySelector("#methods").replaceChildren(...buttons);
}

async function payAtBank(method) {
  problem.textContent = "";
  const { order } = sessionStorage;
  // The same attempt until the bank has said something: then another one may begin.
  sessionStorage.attempt ??= `${method}-${crypto.randomUUID()}`;
  if (!sessionStorage.attempt.startsWith(method)) {
    sessionStorage.attempt = `${method}-${crypto.randomUUID()}`;
  }
  const { attempt } = sessionStorage;
  try {
    const body = JSON.stringify({ order, method, attempt });
    const response = await fetch("/pay", { method: "POST", body });
    if (!response.ok) throw new Error("The shop could not reach its bank.");
    show(await response.json());
  } catch (error) {
    problem.textContent = `${error.message} You can press the button again: nothing is paid twice.`;
  }
}

// 4. Say what became of it. 3-D Secure sends the payer to the bank and back to /return.
function show(payment) {
  if (payment.redirect_url && location.pathname !== "/return") {
    location.assign(payment.redirect_url);
    return;
  }
  if (payment.status === "failed" && location.pathname !== "/return") {
    card.clear();
    problem.textContent = payment.error?.message ?? WORDS[payment.decline.code] ?? WORDS.declined;
    return;
  }
  if (payment.status === "succeeded") sessionStorage.removeItem("order");
  if (payment.status !== "requires_action") sessionStorage.removeItem("attempt");
  form.hidden = true;
  others.hidden = true;
  result.hidden = false;
  const refused = REFUSED.has(payment.decline?.code);
  const text = document.createElement("p");
  text.textContent = refused ? WORDS.refused : (WORDS[payment.status] ?? WORDS.unknown);
  const link = document.createElement("a");
  const waits = payment.status === "requires_action";
  link.href = waits ? payment.redirect_url : "/";
  link.textContent = waits ? "Confirm at your bank" : "Back to the shop";
  result.replaceChildren(text, link);
}

const REFUSED = new Set(["authentication_required", "declined_by_payer"]);
const WORDS = {
  succeeded: "Thank you! Your order is on its way.",
  processing: "Your bank is still at work. We will write to you.",
  requires_action: "Your bank has not confirmed the payment yet. Nothing was charged.",
  canceled: "The payment was not confirmed in time. Nothing was charged.",
  failed: "Your bank did not allow the payment. Nothing was charged.",
  refused: "You refused the payment at your bank. Nothing was charged.",
  unknown: "We know of no such payment.",
  declined: "Your card was declined. Try another one.",
  insufficient_funds: "There is not enough money on this card. Try another one.",
};

const returned = new URLSearchParams(location.search).get("payment");
if (returned)
  fetch(`/status?payment=${returned}`)
    .then((response) => response.json())
    .then(show);
else {
  form.hidden = false;
  card.mount("#card");
  others.hidden = false;
  // Cards are offered in any case.
  offer().catch(() => {});
}
