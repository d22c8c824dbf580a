// A shop that takes cards with Paydesk. No dependencies: node server.mjs
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const { PAYDESK_SECRET_KEY: secret, PAYDESK_PUBLISHABLE_KEY: publishable } = process.env;
const paydesk = process.env.PAYDESK_URL ?? "http://localhost:3000";
const port = Number(process.env.SHOP_PORT ?? 4242);
const shop = `http://localhost:${port}`;
const file = (name) => readFileSync(new URL(name, import.meta.url), "utf8");

const [argument] = process.argv.slice(2);
if (argument === "--help") {
  console.log(`Usage: npm run -s checkout, or in a copy of this folder: node server.mjs

Serves a shop on SHOP_PORT (4242) that takes cards with the Paydesk at PAYDESK_URL (http://localhost:3000).
Needs PAYDESK_SECRET_KEY (sk_test_…) and PAYDESK_PUBLISHABLE_KEY (pk_test_…).`);
  process.exit(0);
}

if (argument !== undefined) {
  console.error(`The shop takes no argument ${argument}. Its settings are variables: --help`);
  process.exit(2);
}

if (!secret?.startsWith("sk_test_") || !publishable?.startsWith("pk_test_")) {
  const where = `You find both under Test → Keys: ${paydesk}/test/keys`;
  console.error(
    `Set PAYDESK_SECRET_KEY (sk_test_…) and PAYDESK_PUBLISHABLE_KEY (pk_test_…).\n${where}`,
  );
  process.exit(1);
}

/** Fetches. After a 429 waits as long as the answer says and tries again; at most 10 s, because the payer waits too. */
async function fetchPatiently(url, init) {
  for (let tries = 1; ; tries++) {
    const response = await fetch(url, init);
    const seconds = Number(response.headers.get("Retry-After") ?? 1);
    if (response.status !== 429 || tries === 5 || seconds > 10) return response;
    // Not all at the same moment.
    await new Promise((resolve) => setTimeout(resolve, (seconds + Math.random()) * 1000));
  }
}

/** Calls the Paydesk API with the secret key, which never leaves this server. */
async function api(path, body, idempotencyKey) {
  const response = await fetchPatiently(`${paydesk}/v1${path}`, {
    method: body ? "POST" : "GET",
    headers: {
      Authorization: `Bearer ${secret}`,
      ...(body && { "Content-Type": "application/json", "Idempotency-Key": idempotencyKey }),
    },
    body: body && JSON.stringify(body),
  });
  const answer = await response.json();
  // A declined payment is inside the error.
  return answer.error
    ? (answer.error.payment ?? { status: "failed", error: answer.error })
    : answer;
}

/** The price by the payer's country. BLIK needs złoty, Bacs needs pounds. */
const PRICES = {
  GB: { amount: 6900, currency: "GBP" },
  PL: { amount: 31600, currency: "PLN" },
  other: { amount: 7900, currency: "EUR" },
};

const DEBITS = ["sepa_debit", "bacs_debit"];

/** Creates the payment with the server's price; the browser's data is not trusted. */
function charge({ order, country, method = "card", payment_method, code, attempt }, address) {
  const payment = {
    ...(PRICES[country] ?? PRICES.other),
    description: "Linen apron and two tea towels",
    metadata: { order },
    return_url: `${shop}/return`,
  };
  // One order with one token or in one attempt is charged once, however often the button is pressed.
  const key = `${order} ${payment_method ?? attempt}`;
  // The payer chooses a bank on the page they are sent to, and approves in its app.
  if (method === "bank_payment") return api("/bank_payments", payment, key);
  const instrument = { method, payment_method, ...(code && { blik: { code } }) };
  // The payer read the mandate and agreed to it from this address. The time is that of the call.
  const agreement = DEBITS.includes(method) && { mandate_data: { accepted_ip: address } };
  return api("/payments", { ...payment, ...instrument, ...agreement }, key);
}

/** Writes the parts of a payment that the page shows. The rest, such as its metadata, is not for the browser. */
const shown = ({ status, redirect_url, decline, error }) =>
  JSON.stringify({
    ...{ status, redirect_url },
    ...(decline && { decline: { code: decline.code } }),
    ...(error && { error: { code: error.code, message: error.message } }),
  });

async function readJson(request) {
  let text = "";
  for await (const chunk of request) text += chunk;
  return JSON.parse(text);
}

const STATIC = { "/checkout.js": "text/javascript", "/shop.css": "text/css" };
const POLICY = `default-src 'self'; script-src 'self' ${paydesk}; frame-src ${paydesk}; connect-src 'self' ${paydesk}; form-action 'self'`;

async function answer(request, response) {
  const { pathname, searchParams } = new URL(request.url, shop);
  const send = (status, type, body) =>
    response
      .writeHead(status, {
        "Content-Type": `${type}; charset=utf-8`,
        "Content-Security-Policy": POLICY,
      })
      .end(body);
  if (STATIC[pathname]) return send(200, STATIC[pathname], file(`.${pathname}`));
  if (pathname === "/" || pathname === "/return") {
    const page = file("./checkout.html").replaceAll("{{paydesk}}", paydesk);
    const prices = JSON.stringify(PRICES).replaceAll('"', "&quot;");
    const filled = page.replaceAll("{{key}}", publishable).replaceAll("{{prices}}", prices);
    return send(200, "text/html", filled);
  }
  if (pathname === "/pay" && request.method === "POST") {
    const address = request.socket.remoteAddress.replace(/^::ffff:/, "");
    const payment = await charge(await readJson(request), address);
    return send(200, "application/json", shown(payment));
  }
  // The URL proves nothing, so read the payment.
  if (pathname === "/status") {
    const id = encodeURIComponent(searchParams.get("payment") ?? "");
    const list = id.startsWith("bp_") ? "bank_payments" : "payments";
    return send(200, "application/json", shown(await api(`/${list}/${id}`)));
  }
  send(404, "text/plain", "Not found");
}

createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.error(error);
    response.writeHead(502).end();
  });
}).listen(port, () => console.log(`The shop is open: ${shop}`));
