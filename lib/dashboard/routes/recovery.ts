import { z } from "zod";
import { requestReset, resetPassword } from "#lib/domain/members/index.ts";
import { callerOf } from "#lib/kernel/context.ts";
import { env } from "#lib/kernel/env.ts";
import { readBody } from "../read-body.ts";
import { reply, routesAt } from "../typed-routes.ts";
import type { DashboardContext } from "../types.ts";
import { tooMany } from "./too-many.ts";

/** For a person who has forgotten their password. No answer tells whether an address has an account. */
export const recoveryRoutes = routesAt("/recovery");

const request = z.strictObject({
  email: z.string().min(1, "Enter your e-mail address.").max(254),
});
const reset = z.strictObject({ token: z.string().max(100), password: z.string().max(1_000) });

recoveryRoutes.get("/", (c) => reply(c, { byMail: env.smtpUrl !== null }));

/** Throws as `requestReset`. */
recoveryRoutes.post("/", async (c) => {
  const { email } = await readBody(c, request);
  const retryAfterSeconds = await requestReset(email, fromOf(c));
  if (retryAfterSeconds > 0) throw tooMany(retryAfterSeconds, "requests for a link");
  return reply(c, { requested: true }, 202);
});

/** Throws as `resetPassword`. */
recoveryRoutes.post("/password", async (c) => {
  await resetPassword(await readBody(c, reset), fromOf(c));
  return reply(c, { reset: true });
});

const fromOf = (c: DashboardContext) => ({
  caller: callerOf(c.req.raw.headers),
  requestId: c.get("requestId"),
});
