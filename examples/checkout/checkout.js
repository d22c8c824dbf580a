const form = document.querySelector("#checkout");
const button = form.querySelector("button");
const problem = document.querySelector("#problem");
const others = document.querySelector("#others");
const result = document.querySelector("#result");
const ask = document.querySelector("#ask");
const country = document.querySelector("#country");
const prices = JSON.parse(form.dataset.prices);
const priceNow = () => prices[country.value] ?? prices.other;

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
    show(await pay({ payment_method: paymentMethod.id }));
  } catch (error) {
    problem.textContent = `${error.message} You can press the button again: nothing is paid twice.`;
  } finally {
    button.disabled = false;
  }
});

/** Has the server charge the order. The price is its own affair. */
async function pay(wish) {
  const body = JSON.stringify({ order: sessionStorage.order, country: country.value, ...wish });
  const response = await fetch("/pay", { method: "POST", body });
  if (!response.ok) throw new Error("The shop could not reach its bank.");
  return await response.json();
}

// 3. Offer what payers of a country have: the publishable key may ask.
const NAMES = {
  ideal: "iDEAL",
  bancontact: "Bancontact",
  eps: "EPS",
  p24: "Przelewy24",
  sepa_instant: "SEPA Instant",
  blik: "BLIK",
  sepa_debit: "SEPA debit",
  bacs_debit: "Bacs debit",
  bank_payment: "your bank's app",
};
country.addEventListener("change", offer);
async function offer() {
  const asked = country.value;
  const { amount, currency } = priceNow();
  for (const place of document.querySelectorAll(".price")) {
    place.textContent = `${(amount / 100).toFixed(2)} ${currency}`;
  }
  const { methods = [] } = await paydeskApi(`/payment_methods/available?country=${asked}`);
  if (country.value !== asked) return;
  const takesIt = ({ currencies }) => !currencies || currencies.includes(currency);
  const offered = methods.filter((one) => NAMES[one.method] && takesIt(one));
  // Bank payments have an endpoint of their own, for euros and pounds.
  if (currency !== "PLN") offered.push({ method: "bank_payment" });
  const buttons = offered.map(({ method }) => {
    const way = document.createElement("button");
    way.type = "button";
    way.textContent = `Pay with ${NAMES[method]}`;
    way.addEventListener("click", () => payBy(method));
    return way;
  });
  document.querySelector("#methods").replaceChildren(...buttons);
}

/** What the page asks for, and what the payer agrees to. All others are asked at their bank. */
const ASKS = {
  blik: { fields: { code: "Code from your bank's app" } },
  sepa_debit: {
    fields: { iban: "IBAN" },
    terms:
      "By paying you allow Flax & Thread to instruct your bank to debit your account, and your bank to do so. You can ask it for a refund within eight weeks.",
  },
  bacs_debit: {
    fields: { sort_code: "Sort code", account_number: "Account number" },
    terms:
      "By paying you instruct your bank to pay Direct Debits to Flax & Thread, under the safeguards of the Direct Debit Guarantee.",
  },
};

async function payBy(method) {
  problem.textContent = "";
  try {
    const answers = ASKS[method] ? await askFor(method) : {};
    if (!answers) return;
    // A code stays a code; an account is exchanged for a token, which is one charge of this order.
    const { code } = answers;
    const wish = ASKS[method]?.terms
      ? { payment_method: await tokenOf(method, answers) }
      : { code };
    const payment = await pay({ method, ...wish, attempt: attemptOf(`${method} ${code ?? ""}`) });
    show(payment);
  } catch (error) {
    problem.textContent = `${error.message} You can press the button again: nothing is paid twice.`;
  }
}

/** The same attempt until the bank has said something: then another one may begin. */
function attemptOf(way) {
  if (sessionStorage.way !== way || !sessionStorage.attempt) {
    sessionStorage.way = way;
    sessionStorage.attempt = crypto.randomUUID();
  }
  return sessionStorage.attempt;
}

function askFor(method) {
  const { fields, terms = "" } = ASKS[method];
  ask.querySelector("#ask-title").textContent = `Pay with ${NAMES[method]}`;
  ask.querySelector("#ask-terms").textContent = terms;
  const inputs = Object.entries(fields).map(([name, text]) => {
    const label = document.createElement("label");
    const input = Object.assign(document.createElement("input"), { name, required: true });
    input.autocomplete = "off";
    label.append(text, input);
    return label;
  });
  ask.querySelector("#ask-fields").replaceChildren(...inputs);
  ask.returnValue = "";
  ask.showModal();
  return new Promise((resolve) => {
    const answer = () => Object.fromEntries(new FormData(ask.querySelector("form")));
    ask.onclose = () => resolve(ask.returnValue === "pay" ? answer() : null);
  });
}

async function tokenOf(type, account) {
  const { id, error } = await paydeskApi("/payment_methods", { type, [type]: account });
  if (error) throw new Error(error.message);
  return id;
}

/** What the publishable key may do: read what is offered, and make tokens. */
async function paydeskApi(path, body) {
  const headers = { Authorization: `Bearer ${form.dataset.key}` };
  if (body) headers["Content-Type"] = "application/json";
  const wish = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
  return await (await fetch(`${form.dataset.paydesk}/v1${path}`, wish)).json();
}

// 4. Say what became of it. 3-D Secure sends the payer to the bank and back to /return.
function show(payment) {
  if (payment.redirect_url && location.pathname !== "/return") {
    location.assign(payment.redirect_url);
    return;
  }
  if (payment.status === "failed" && location.pathname !== "/return") {
    card.clear();
    sessionStorage.removeItem("attempt");
    problem.textContent = payment.error?.message ?? WORDS[payment.decline?.code] ?? WORDS.declined;
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
  declined: "That was declined. Try another way to pay.",
  insufficient_funds: "There is not enough money there. Try another way to pay.",
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
