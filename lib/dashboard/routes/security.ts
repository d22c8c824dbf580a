import { z } from "zod";
import {
  addPasskey,
  beginPasskey,
  beginSecondFactor,
  type Confirmation,
  changePassword,
  confirmPerson,
  countRecoveryCodes,
  disableSecondFactor,
  enableSecondFactor,
  endOtherSessions,
  endSession,
  listPasskeys,
  listSessions,
  type Person,
  passkeyHost,
  removePasskey,
  renewRecoveryCodes,
} from "#lib/domain/members/index.ts";
import { callerOf } from "#lib/kernel/context.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { qrSvg } from "#lib/kernel/qr.ts";
import { DashboardError, tooMany } from "../errors.ts";
import { checkConfirmed, requireConfirmed } from "../middleware/require.ts";
import { readBody } from "../read-body.ts";
import { reply, routesAt } from "../typed-routes.ts";
import type { DashboardContext } from "../types.ts";
import { passkeyView, sessionListItemView } from "../views/session.ts";

/** Sessions, second factor, passkeys and password of the signed-in person. Nobody can change those of another person. */
export const securityRoutes = routesAt("/security");

export const code = z.strictObject({ code: z.string().max(40) });
export const confirmation = z.strictObject({
  password: z.string().max(1_000).optional(),
  code: z.string().max(40).optional(),
});

securityRoutes.get("/", async (c) => {
  const { id, user, hasSecondFactor } = c.get("session");
  const [sessions, recoveryCodes, passkeys] = await Promise.all([
    listSessions(user.id),
    countRecoveryCodes(user.id),
    listPasskeys(user.id),
  ]);
  return reply(c, {
    sessions: sessions.map((session) => sessionListItemView(session, id)),
    hasSecondFactor,
    recoveryCodes,
    passkeys: passkeys.map(passkeyView),
    passkeyHost: passkeyHost(),
  });
});

/** Throws `confirmation_refused` and `too_many_attempts`. */
securityRoutes.post("/confirm", async (c) => {
  const given = await readBody(c, confirmation);
  const from = { caller: callerOf(c.req.raw.headers), requestId: c.get("requestId") };
  checkConfirmation(await confirmPerson(c.get("session"), given, from));
  return reply(c, { confirmed: true });
});

securityRoutes.post("/sessions/:id/end", requireConfirmed("always"), async (c) => {
  await endSession(personOf(c), c.req.param("id"));
  return reply(c, { ended: true });
});

securityRoutes.post("/sessions/end-others", requireConfirmed("always"), async (c) =>
  reply(c, { ended: await endOtherSessions(personOf(c)) }),
);

securityRoutes.post("/second-factor", requireConfirmed("always"), async (c) => {
  const { secret, uri } = await beginSecondFactor(personOf(c));
  return reply(c, { secret, qr: qrSvg(uri) }, 201);
});

securityRoutes.post("/second-factor/enable", requireConfirmed("always"), async (c) => {
  const codes = await enableSecondFactor(personOf(c), (await readBody(c, code)).code);
  return reply(c, { recoveryCodes: codes });
});

securityRoutes.post("/second-factor/disable", requireConfirmed("always"), async (c) => {
  await disableSecondFactor(personOf(c));
  return reply(c, { disabled: true });
});

securityRoutes.post("/recovery-codes", requireConfirmed("always"), async (c) =>
  reply(c, { recoveryCodes: await renewRecoveryCodes(personOf(c)) }, 201),
);

/** Throws as `beginPasskey`. */
securityRoutes.post("/passkeys/options", requireConfirmed("always"), async (c) =>
  reply(c, await beginPasskey(personOf(c))),
);

/** Created by the browser; the WebAuthn library validates it. */
/** The browser's answer; `addPasskey` checks the rest of it. */
type MadePasskey = { id: string; response: object };
const made: z.ZodType<unknown, MadePasskey> = z.looseObject({
  id: z.string(),
  response: z.looseObject({}),
});
export const newPasskey = z.strictObject({ name: z.string().max(1_000), response: made });

/** Throws as `addPasskey`. */
securityRoutes.post("/passkeys", requireConfirmed("always"), async (c) => {
  const { name, response } = await readBody(c, newPasskey);
  await addPasskey(personOf(c), { name, response: response as never });
  return reply(c, { added: true }, 201);
});

/** Throws as `removePasskey`. */
securityRoutes.post("/passkeys/:id/remove", requireConfirmed("always"), async (c) => {
  await removePasskey(personOf(c), c.req.param("id"));
  return reply(c, { removed: true });
});

export const passwordChange = z.strictObject({
  current: z.string().min(1, "Enter the password you have.").max(1_000),
  password: z.string().max(1_000),
});

/** Throws as `changePassword`, and `parameter_invalid` (`current`) for a wrong password. People with a second factor
 *  must have confirmed with it: a stolen password alone must not be enough. */
securityRoutes.post("/password", async (c) => {
  const given = await readBody(c, passwordChange);
  if (c.get("session").hasSecondFactor) checkConfirmed(c);
  const result = await changePassword(personOf(c), given, callerOf(c.req.raw.headers));
  if (result.outcome === "too_many") throw tooMany(result.retryAfterSeconds);
  if (result.outcome === "refused") throw invalid("current", "Wrong password.");
  return reply(c, { sessionsEnded: result.sessionsEnded });
});

function personOf(c: DashboardContext): Person {
  const accounts = c.get("memberships").map(({ accountId }) => accountId);
  return { session: c.get("session"), ctx: c.get("accountCtx"), accounts };
}

/** Throws unless the confirmation was right. */
export function checkConfirmation(confirmation: Confirmation): void {
  if (confirmation.outcome === "too_many") throw tooMany(confirmation.retryAfterSeconds);
  if (confirmation.outcome === "refused") {
    throw new DashboardError("confirmation_refused", "Wrong password or code. Try again.");
  }
}
