import { z } from "zod";
import {
  checkSignUpOpen,
  confirmSignUp,
  listCountries,
  requestSignUp,
} from "#lib/domain/accounts/index.ts";
import { requestReset, resetPassword } from "#lib/domain/members/index.ts";
import { callerOf } from "#lib/kernel/context.ts";
import { env } from "#lib/kernel/env.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { tooMany } from "../errors.ts";
import { readBody } from "../read-body.ts";
import { reply, routesAt } from "../typed-routes.ts";
import type { DashboardContext } from "../types.ts";

/** Sign-up, if the operator allows it. No response tells whether an address has an account. */
export const signUpRoutes = routesAt("/sign-up");

const short = z.string().max(300);
export const request = z.strictObject({
  ...{ name: short, email: short, country: short, currency: short, timezone: short },
  password: z.string().max(1_000),
});
export const confirmation = z.strictObject({
  token: z.string().max(100),
  password: z.string().max(1_000),
});

signUpRoutes.get("/", (c) =>
  reply(c, {
    isOpen: env.signUp === "open",
    byMail: env.smtpUrl !== null,
    countries: listCountries(),
  }),
);

/** Throws as `requestSignUp`; a closed sign-up is refused before the body is read. */
signUpRoutes.post("/", async (c) => {
  checkSignUpOpen();
  const retryAfterSeconds = await requestSignUp(await readBody(c, request), fromOf(c));
  if (retryAfterSeconds > 0) throw tooMany(retryAfterSeconds, "requests for an account");
  return reply(c, { requested: true }, 202);
});

/** Throws as `confirmSignUp`, and `parameter_invalid` (`password`) for a password other than the chosen one. */
signUpRoutes.post("/confirm", async (c) => {
  const result = await confirmSignUp(await readBody(c, confirmation), fromOf(c));
  if (result.outcome === "too_many") throw tooMany(result.retryAfterSeconds);
  if (result.outcome === "refused") {
    throw invalid("password", "That is not the password you chose at sign-up.");
  }
  return reply(c, { email: result.email });
});

const fromOf = (c: DashboardContext) => ({
  caller: callerOf(c.req.raw.headers),
  requestId: c.get("requestId"),
});

/** Password recovery. No response tells whether an address has an account. */
export const recoveryRoutes = routesAt("/recovery");

export const resetRequest = z.strictObject({
  email: z.string().min(1, "Enter your e-mail address.").max(254),
});
export const reset = z.strictObject({
  token: z.string().max(100),
  password: z.string().max(1_000),
});

recoveryRoutes.get("/", (c) => reply(c, { byMail: env.smtpUrl !== null }));

/** Throws as `requestReset`. */
recoveryRoutes.post("/", async (c) => {
  const { email } = await readBody(c, resetRequest);
  const retryAfterSeconds = await requestReset(email, fromOf(c));
  if (retryAfterSeconds > 0) throw tooMany(retryAfterSeconds, "requests for a link");
  return reply(c, { requested: true }, 202);
});

/** Throws as `resetPassword`. */
recoveryRoutes.post("/password", async (c) => {
  const retryAfterSeconds = await resetPassword(await readBody(c, reset), fromOf(c));
  if (retryAfterSeconds > 0) throw tooMany(retryAfterSeconds, "new passwords");
  return reply(c, { reset: true });
});
