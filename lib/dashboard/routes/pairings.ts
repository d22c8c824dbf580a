import { z } from "zod";
import {
  beginPairing,
  confirmPairing,
  findPairing,
  pollPairing,
  refusePairing,
} from "#lib/domain/pairings/index.ts";
import { callerOf } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { SCOPE_VERBS } from "#lib/kernel/vocabulary/keys.ts";
import { tooMany } from "../errors.ts";
import { readText } from "../list-params.ts";
import { requireRole } from "../middleware/require.ts";
import { readBody } from "../read-body.ts";
import { reply, routesAt } from "../typed-routes.ts";
import type { DashboardContext } from "../types.ts";
import { newPairingView, pairedKeyView, pairingView } from "../views/pairings.ts";

/** For command lines, which have neither a session nor a key yet. `packages/paydesk` calls these routes. */
export const cliRoutes = routesAt("/cli");

export const newPairing = z.strictObject({ device: z.string().max(300) });
export const poll = z.strictObject({ pollSecret: z.string().min(1).max(100) });

const LOGINS = "logins of command lines";

cliRoutes.post("/pairings", async (c) => {
  const begun = await beginPairing(await readBody(c, newPairing), callerOf(c.req.raw.headers));
  if (begun.outcome === "too_many") throw tooMany(begun.retryAfterSeconds, LOGINS);
  return reply(c, newPairingView(begun), 201);
});

/** Throws `resource_missing` for a secret that no pairing of the last hour has. */
cliRoutes.post("/pairings/poll", async (c) => {
  const { pollSecret } = await readBody(c, poll);
  const from = { caller: callerOf(c.req.raw.headers), requestId: c.get("requestId") };
  const polled = await pollPairing(pollSecret, from);
  if (polled.outcome === "too_many") throw tooMany(polled.retryAfterSeconds, LOGINS);
  if (polled.outcome === "unknown") {
    throw new ApiError("resource_missing", "No login of the last hour has this secret.");
  }
  if (polled.outcome === "ready") return reply(c, pairedKeyView(polled.made));
  return reply(c, { status: polled.outcome });
});

/** For the person who decides about a command line. Not below a mode: only test mode can be paired. */
export const pairingRoutes = routesAt("/pairing");

const typedCode = z.string().max(40);
export const confirmation = z.strictObject({
  code: typedCode,
  access: z.enum(SCOPE_VERBS, { error: "Choose what the command line may do." }),
});
export const refusal = z.strictObject({ code: typedCode });

pairingRoutes.get("/", async (c) => {
  const { address } = callerOf(c.req.raw.headers);
  const found = await findPairing(readText(c, "code") ?? "", { userId: c.get("user").id, address });
  if (found.outcome === "too_many") throw tooMany(found.retryAfterSeconds, "wrong codes");
  return reply(c, pairingView(found, address));
});

/** Throws as `confirmPairing`. */
pairingRoutes.post("/confirm", requireRole("manage_keys"), async (c) => {
  const { code, access } = await readBody(c, confirmation);
  const answered = await confirmPairing(testContext(c), code, access);
  if ("outcome" in answered) throw tooMany(answered.retryAfterSeconds, "wrong codes");
  return reply(c, { status: answered.status, device: answered.device });
});

/** Throws as `refusePairing`. */
pairingRoutes.post("/refuse", requireRole("manage_keys"), async (c) => {
  const { code } = await readBody(c, refusal);
  const answered = await refusePairing(testContext(c), code);
  if ("outcome" in answered) throw tooMany(answered.retryAfterSeconds, "wrong codes");
  return reply(c, { status: answered.status, device: answered.device });
});

/** The context of the selected account in test mode. */
function testContext(c: DashboardContext) {
  const { country, testClockAheadMs } = c.get("membership");
  const { id, name } = c.get("user");
  return {
    ...c.get("accountCtx"),
    actor: { type: "member", userId: id, name },
    mode: "test",
    merchantCountry: country,
    clockAheadMs: testClockAheadMs,
  } as const;
}
