const form = document.querySelector("#checkout");
const button = form.querySelector("button");
const problem = document.querySelector("#problem");
const others = document.querySelector("#others");
const result = document.querySelector("#result");
const ask = document.querySelector("#ask");
const country = document.querySelector("#country");
const prices = JSON.parse(form.dataset.prices);
const priceNow = () => prices[country.value] ?? prices.other;

// 1. Put the card fields on the page. They are in a frame from Paydesk.
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
      // An invalid field shows the error itself.
      if (!error.field) problem.textContent = error.message;
      return;
    }
    show(await pay({ payment_method: paymentMethod.id }));
  } catch (error) {
    problem.textContent = `${error.message} You can press the button again. You will not pay twice.`;
  } finally {
    button.disabled = false;
  }
});

/** Lets the server charge the order. Only the server knows the price. */
async function pay(details) {
  const body = JSON.stringify({ order: sessionStorage.order, country: country.value, ...details });
  const response = await fetch("/pay", { method: "POST", body });
  if (!response.ok) throw new Error("The shop could not process the payment.");
  return await response.json();
}

// 3. Offer the payment methods of the payer's country, read with the publishable key.
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
  // Bank payments have their own endpoint, for euros and pounds.
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

/** The fields of a method and what the payer agrees to. Other methods are completed at the bank. */
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
    // A BLIK code is sent as it is; an account is exchanged for a token for this order.
    const { code } = answers;
    const details = ASKS[method]?.terms
      ? { payment_method: await tokenOf(method, answers) }
      : { code };
    const payment = await pay({
      method,
      ...details,
      attempt: attemptOf(`${method} ${code ?? ""}`),
    });
    show(payment);
  } catch (error) {
    problem.textContent = `${error.message} You can press the button again. You will not pay twice.`;
  }
}

/** The same attempt until the bank has decided; then a new one can start. */
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

/** Calls with the publishable key, which may read payment methods and create tokens. */
async function paydeskApi(path, body) {
  const headers = { Authorization: `Bearer ${form.dataset.key}` };
  if (body) headers["Content-Type"] = "application/json";
  const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
  for (let tries = 1; ; tries++) {
    const response = await fetch(`${form.dataset.paydesk}/v1${path}`, init);
    const seconds = Number(response.headers.get("Retry-After") ?? 1);
    // After a 429 wait as long as the answer says, and not all browsers to the same moment.
    if (response.status !== 429 || tries === 5 || seconds > 10) return await response.json();
    await new Promise((resolve) => setTimeout(resolve, (seconds + Math.random()) * 1000));
  }
}

// 4. Show the outcome. 3-D Secure sends the payer to the bank and back to /return.
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
  processing: "Your bank is processing the payment. We will e-mail you.",
  requires_action: "Your bank has not confirmed the payment yet. Nothing was charged.",
  canceled: "The payment was not confirmed in time. Nothing was charged.",
  failed: "Your bank declined the payment. Nothing was charged.",
  refused: "You refused the payment at your bank. Nothing was charged.",
  unknown: "This payment does not exist.",
  declined: "The payment was declined. Try another payment method.",
  insufficient_funds: "The account does not have enough money. Try another payment method.",
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
  // Cards are always offered.
  offer().catch(() => {});
}
