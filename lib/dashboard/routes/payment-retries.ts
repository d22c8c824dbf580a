import { z } from "zod";
import {
  latestJob,
  listRetryItems,
  previewRetries,
  retryJobDetail,
  retryPayment,
  startRetryJob,
  stopRetryJob,
} from "#lib/domain/retries/index.ts";
import { readPageParam } from "../list-params.ts";
import { filterOf } from "../lists/list.ts";
import { paymentList } from "../lists/payments.ts";
import { requireRole } from "../middleware/require.ts";
import { readBody } from "../read-body.ts";
import { asList, reply, replyOnce, routesAt } from "../typed-routes.ts";
import { paymentStepView } from "../views/payments.ts";
import { retryItemView, retryJobView, retryPreviewView } from "../views/retries.ts";

export const retryPress = z.strictObject({ attempt: z.uuid() });

export const paymentRetryRoutes = routesAt("/:mode/payments/:id/retry");

/** Retries one payment as the API does. Throws as `retryPayment`. A decline is a result. */
paymentRetryRoutes.post("/", requireRole("manage_payments"), async (c) => {
  const { attempt } = await readBody(c, retryPress);
  const press = { attempt, params: {}, status: 201, view: paymentStepView } as const;
  return await replyOnce(c, press, (request, render) =>
    retryPayment(c.get("ctx"), c.req.param("id"), request, render),
  );
});

export const retryJobRoutes = routesAt("/:mode/payment-retries");

retryJobRoutes.get("/preview", async (c) => {
  const ctx = c.get("ctx");
  const [preview, latest] = await Promise.all([
    previewRetries(ctx, paymentList.filter(asList(c))),
    latestJob(ctx),
  ]);
  return reply(c, retryPreviewView(preview, latest));
});

export const newRetryJob = z.strictObject({
  /** The filters of the list of payments, as in its address. */
  filter: z.record(z.string().max(40), z.string().max(2_000)),
  attempt: z.uuid(),
});

/** Throws as `startRetryJob`. */
retryJobRoutes.post("/", requireRole("manage_payments"), async (c) => {
  const { filter, attempt } = await readBody(c, newRetryJob);
  const press = {
    attempt,
    params: { filter },
    status: 201,
    view: ({ id }: { id: string }) => ({ jobId: id }),
  } as const;
  return await replyOnce(c, press, (request, render) =>
    startRetryJob(c.get("ctx"), filterOf(paymentList, c, filter), request, render),
  );
});

retryJobRoutes.get("/:id", async (c) =>
  reply(c, retryJobView(await retryJobDetail(c.get("ctx"), c.req.param("id")))),
);

retryJobRoutes.get("/:id/payments", async (c) => {
  const ctx = c.get("ctx");
  const id = c.req.param("id");
  const { rows, total, ...slice } = await listRetryItems(ctx, id, readPageParam(c));
  return reply(c, { ...slice, total, payments: rows.map(retryItemView) });
});

retryJobRoutes.post("/:id/stop", requireRole("manage_payments"), async (c) => {
  const { status } = await stopRetryJob(c.get("ctx"), c.req.param("id"));
  return reply(c, { status });
});
