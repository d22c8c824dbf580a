import { Hono, type Context as HonoContext } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { html } from "hono/html";
import { getAccount, systemContext } from "#lib/domain/accounts/index.ts";
import {
  answerChallenge,
  chooseBank,
  getPayment,
  openBankPage,
} from "#lib/domain/payments/index.ts";
import { businessNowMs } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { env } from "#lib/kernel/env.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { log } from "#lib/kernel/log.ts";
import { SANDBOX_BANKS } from "#lib/rails/index.ts";
import { readChallengeToken } from "#lib/rails/sandbox/challenge-link.ts";
import { policyFor } from "./style.ts";
import {
  approvalView,
  bankChoiceView,
  challengeView,
  noticeView,
  resultView,
  type Shown,
  workingView,
} from "./views.ts";

const MAX_BODY_BYTES = 1_024;

const small = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: (c) => refuse(c, 413) });

/** The pages of the sandbox's banks: card challenges, and redirects. Anyone with the link can answer, once. */
export const challengePages = new Hono();

challengePages.get("/:token", async (c) => {
  const found = await find(c.req.param("token"));
  if (!found) return unknown(c);
  const { shown } = found;
  if (shown.payment.step !== null) return page(c, workingView(shown), shown);
  if (shown.payment.status !== "requires_action") return page(c, resultView(shown), shown);
  if (found.expired) return gone(c);
  return page(c, await questionView(found.ctx, shown), shown);
});

challengePages.post("/:token", small, async (c) => {
  if (!isFromOurPage(c)) return refuse(c, 403);
  const found = await find(c.req.param("token"));
  if (!found) return unknown(c);
  const { answer, bank } = await c.req.parseBody();
  if (typeof bank === "string") return await goToBank(c, found, bank);
  const { ctx, shown } = found;
  const isChosen = shown.payment.bankPayment?.bankId !== null;
  if (!isChosen || (answer !== "approve" && answer !== "refuse")) return refuse(c, 400);
  const isDecided = await decide(ctx, shown.payment.id, answer === "approve");
  c.header("Content-Security-Policy", policyFor(originOf(shown.back)));
  return c.redirect((isDecided && shown.back) || c.req.path, 303);
});

challengePages.all("*", (c) => unknown(c));

challengePages.onError((error, c) => {
  log.error("challenge page failed", { error });
  return page(c, noticeView("Something went wrong", "Try again in a moment."), null, 500);
});

/** Asks the payer to confirm a card, to choose a bank, or to approve at the bank. */
async function questionView(ctx: Context, shown: Shown) {
  const { payment } = shown;
  if (payment.card) return challengeView(shown);
  if (payment.bankPayment && payment.bankPayment.bankId === null) return bankChoiceView(shown);
  if (payment.bankPayment) await openBankPage(ctx, payment.id);
  return approvalView(shown);
}

/** Redirects to the chosen bank's page, unless the bank cannot be reached. */
async function goToBank(c: HonoContext, { ctx, shown, expired }: Found, bank: string) {
  if (!SANDBOX_BANKS.has(bank) || !shown.payment.bankPayment) return refuse(c, 400);
  if (expired) return gone(c);
  const payment = await chooseBank(ctx, shown.payment.id, bank);
  const isGone = payment.bankPayment?.bankId === "bank_unavailable";
  if (isGone) await decide(ctx, payment.id, true);
  return c.redirect(c.req.path, 303);
}

/** Sends the payer's answer to the rail. False if its outcome is not known yet: the page then shows the status. */
async function decide(ctx: Context, paymentId: string, confirmed: boolean): Promise<boolean> {
  try {
    const payment = await answerChallenge(ctx, paymentId, confirmed);
    if (payment.status === "requires_action") return false;
    // A slow bank has the payer's answer already; a card's issuer always decides immediately.
    return payment.status !== "processing" || payment.card === null;
  } catch (error) {
    // It was answered before or canceled: the first outcome counts, and the page shows it.
    if (error instanceof ApiError && error.code === "state_invalid") return false;
    log.warn("challenge outcome not known yet", { error, payment: paymentId });
    return false;
  }
}

type Found = { ctx: Context; shown: Shown; expired: boolean };

async function find(token: string): Promise<Found | null> {
  const named = readChallengeToken(token);
  if (!named) return null;
  // Only the sandbox shows its own challenges; live banks have their own pages.
  const ctx = await systemContext({ accountId: named.accountId, mode: "test" }, "payer");
  const [payment, account] = await Promise.all([getPayment(ctx, named.paymentId), getAccount(ctx)]);
  const back = payment.returnUrl === null ? null : withPayment(payment.returnUrl, payment.id);
  const expired = named.expiresAtMs <= businessNowMs(ctx);
  return { ctx, shown: { payment, merchant: account.name, back }, expired };
}

/** The merchant gets the payment's id and reads its status with its own key, because a URL proves nothing. */
function withPayment(returnUrl: string, paymentId: string): string {
  const url = new URL(returnUrl);
  url.searchParams.set("payment", paymentId);
  return url.href;
}

const originOf = (url: string | null) => url && new URL(url).origin;

/** Protects the form against requests from other sites (CSRF). */
function isFromOurPage(c: HonoContext): boolean {
  const origin = c.req.header("origin");
  if (origin !== undefined) return env.origins.includes(origin);
  return c.req.header("sec-fetch-site") === "same-origin";
}

const unknown = (c: HonoContext) =>
  page(c, noticeView("No such page", "The address is incomplete or not ours."), null, 404);

const gone = (c: HonoContext) => {
  const text = "The time to confirm this payment has passed. Nothing was charged.";
  return page(c, noticeView("Too late", text), null, 410);
};

const refuse = (c: HonoContext, status: 400 | 403 | 413) =>
  page(
    c,
    noticeView("Something went wrong", "Open the page again and use its buttons."),
    null,
    status,
  );

function page(
  c: HonoContext,
  view: ReturnType<typeof html>,
  shown: Shown | null,
  status: 200 | 400 | 403 | 404 | 410 | 413 | 500 = 200,
) {
  c.header("Content-Security-Policy", policyFor(originOf(shown?.back ?? null)));
  c.header("X-Frame-Options", "DENY");
  c.header("Cache-Control", "no-store");
  // The URL is the permission to answer, so it must not be sent to the merchant's site.
  c.header("Referrer-Policy", "same-origin");
  return c.html(view, status);
}
