import { z } from "zod";
import { notifyDispatcher } from "#lib/domain/events/index.ts";
import { once } from "#lib/domain/idempotency/index.ts";
import {
  browsePayouts,
  cancelPayoutIn,
  createPayout,
  getPayout,
  type Instruction,
  payoutDetail,
  payoutOffers,
  previewPayout,
  simulatePayoutIn,
  sumPayouts,
  whyPayoutNotCanceled,
} from "#lib/domain/payouts/index.ts";
import { requestsAbout } from "#lib/domain/request-log/index.ts";
import { missing } from "#lib/kernel/errors.ts";
import { LIST_SORTS, OPTIONAL_COLUMNS } from "#lib/kernel/vocabulary/lists.ts";
import { wireIn } from "#lib/wire/index.ts";
import { readMoreParam } from "../column-names.ts";
import { checkSortable, readPageParam } from "../list-params.ts";
import { addExport, listRows } from "../lists/list.ts";
import { payoutList } from "../lists/payouts.ts";
import { requireConfirmed, requireRole } from "../middleware/require.ts";

import { readBody } from "../read-body.ts";
import { asList, reply, replyOnce, routesAt } from "../typed-routes.ts";
import { ACTIONS, allowedActions } from "../views/actions.ts";
import {
  payoutMadeView,
  payoutOfferView,
  payoutPreviewView,
  payoutView,
} from "../views/payouts.ts";
import { listSumsView } from "../views/shared.ts";
import { objectJsonView } from "../views/versions.ts";
import { checkTyped, decide, decisionRefusals, readApproval } from "./payout-approvals.ts";

export const payoutRoutes = routesAt("/:mode/payouts");

payoutRoutes.get("/", async (c) => {
  const [ctx, filter] = [c.get("ctx"), payoutList.filter(c)];
  const page = readPageParam(c, LIST_SORTS.payouts);
  await checkSortable(page, LIST_SORTS.payouts, () => sumPayouts(ctx, filter));
  const { rows, ...slice } = await browsePayouts(ctx, filter, page);
  return reply(c, {
    ...slice,
    payouts: await listRows(c, payoutList, rows, readMoreParam(c, OPTIONAL_COLUMNS.payouts)),
  });
});

addExport(payoutRoutes, payoutList);

payoutRoutes.get("/sums", async (c) =>
  reply(c, listSumsView(await sumPayouts(c.get("ctx"), payoutList.filter(asList(c))))),
);

/** Currencies of payouts and the available balance of each. */
payoutRoutes.get("/offers", async (c) => {
  const offers = await payoutOffers(c.get("ctx"));
  return reply(c, { offers: offers.map(payoutOfferView) });
});

payoutRoutes.get("/:id", async (c) => {
  const ctx = c.get("ctx");
  const detail = await payoutDetail(ctx, c.req.param("id"));
  const [requests, asked] = await Promise.all([
    requestsAbout(ctx, [detail.payout.id]),
    readApproval(c, detail.payout.approval),
  ]);
  const refusals = {
    cancel: whyPayoutNotCanceled(detail.payout),
    ...decisionRefusals(c, detail.payout.approval),
  };
  const actions = allowedActions("payout", c.get("membership").role, refusals);
  return reply(c, payoutView(detail, requests, asked, actions));
});

payoutRoutes.get("/:id/json", async (c) => {
  const payout = await getPayout(c.get("ctx"), c.req.param("id"));
  return reply(
    c,
    objectJsonView(c, (version) => wireIn("payout", payout, version)),
  );
});

const text = z.string().max(300).nullable();
export const instruction = z.strictObject({
  amount: z.string().regex(/^[1-9]\d{0,10}$/, "Enter an amount."),
  currency: z.string().max(3),
  name: text,
  iban: text,
  accountNumber: text,
  sortCode: text,
  bic: text,
  rail: text,
  reference: text,
});

function readInstruction(given: z.output<typeof instruction>): Instruction {
  const { amount, ...rest } = given;
  const written = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, value?.trim() || null]),
  ) as typeof rest;
  return {
    ...written,
    amountMinor: BigInt(amount),
    country: null,
    endToEndId: null,
    metadata: {},
    notBefore: null,
  };
}

/** Previews a payout with the verification of the payee. Creates nothing. Throws as `previewPayout`. */
payoutRoutes.post("/preview", requireRole("pay_out"), async (c) => {
  const params = readInstruction(await readBody(c, instruction));
  return reply(c, payoutPreviewView(await previewPayout(c.get("ctx"), params)));
});

export const confirmed = instruction.extend({
  attempt: z.uuid(),
  typed: z.string().max(100).optional(),
});

/** Creates a payout; in live mode only with the amount typed. Throws `parameter_invalid` (`typed`), and as
 *  `createPayout`. */
payoutRoutes.post("/", requireRole("pay_out"), requireConfirmed("in_live"), async (c) => {
  const { attempt, typed, ...given } = await readBody(c, confirmed);
  const { amount, currency } = given;
  if (c.get("ctx").mode === "live") checkTyped(typed, { amountMinor: BigInt(amount), currency });
  const press = { attempt, params: given, status: 201, view: payoutMadeView } as const;
  return await replyOnce(c, press, (request, render) =>
    createPayout(c.get("ctx"), readInstruction(given), request, render),
  );
});

export const press = z.strictObject({ attempt: z.uuid() });

/** Throws as `cancelPayoutIn`. */
payoutRoutes.post("/:id/cancel", requireRole(ACTIONS.payout.cancel), async (c) => {
  const ctx = c.get("ctx");
  const { attempt } = await readBody(c, press);
  return await replyOnce(c, { attempt, params: {}, view: payoutMadeView }, (request, render) =>
    once(ctx, request, (tx) => cancelPayoutIn(tx, ctx, c.req.param("id")), render),
  );
});

/** Throws as `decideApprovalIn`. */
payoutRoutes.post(
  "/:id/approve",
  requireRole(ACTIONS.payout.approve),
  requireConfirmed("in_live"),
  decide("approved"),
);
payoutRoutes.post("/:id/refuse", requireRole(ACTIONS.payout.refuse), decide("refused"));

export const simulation = press.extend({ scenario: z.string().min(1).max(40) });

/** Simulates an outcome of a sandbox payout. Throws as `simulatePayoutIn`. */
payoutRoutes.post("/:id/simulate", requireRole("use_sandbox"), async (c) => {
  const ctx = c.get("ctx");
  const { scenario, attempt } = await readBody(c, simulation);
  if (ctx.mode === "live") throw missing("simulation", "in live mode");
  const id = c.req.param("id");
  const done = await replyOnce(
    c,
    { attempt, params: { scenario }, view: payoutMadeView },
    (request, render) =>
      once(ctx, request, (tx) => simulatePayoutIn(tx, ctx, id, scenario), render),
  );
  notifyDispatcher();
  return done;
});
