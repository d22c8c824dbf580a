import { z } from "zod";
import { getAccount, getPin, pinVersion } from "#lib/domain/accounts/index.ts";
import { shadowDiff } from "#lib/domain/events/index.ts";
import { flushKeyUse, listKeys, versionDaysOf, versionUseOf } from "#lib/domain/keys/index.ts";
import { findUserName } from "#lib/domain/members/index.ts";
import { listEndpoints, MAX_ENDPOINTS } from "#lib/domain/webhooks/index.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { log } from "#lib/kernel/log.ts";
import { requireRole } from "../middleware/require-role.ts";
import { readBody } from "../read-body.ts";
import { reply, routesAt } from "../typed-routes.ts";
import type { DashboardContext } from "../types.ts";
import { SUBJECTS, type SubjectName, versionsView } from "../views/versions.ts";
import { findSubject, readVersion } from "./version-subjects.ts";

export const versionRoutes = routesAt("/:mode/versions");

versionRoutes.get("/", async (c) => reply(c, await readVersions(c)));

async function readVersions(c: DashboardContext) {
  const ctx = c.get("ctx");
  await flushKeyUse().catch((error) => log.warn("key counters are late", { error }));
  const [pin, use, days, keys, endpoints] = await Promise.all([
    getPin(ctx),
    versionUseOf(ctx),
    versionDaysOf(ctx, c.get("membership").timezone),
    listKeys(ctx),
    listEndpoints(ctx, { limit: MAX_ENDPOINTS }),
  ]);
  const changedBy = pin.lastChange && (await findUserName(pin.lastChange.changedBy));
  return versionsView({ pin, changedBy, use, days, keys, endpoints: endpoints.items });
}

const params = z.strictObject({
  version: z.string().max(20),
  /** The pin that whoever decides was looking at. */
  from: z.string().max(20),
  /** Live mode asks for the account's name: every request without a header changes its shape. */
  name: z.string().max(500).optional(),
});

/** Pins the mode to another version. Throws as `pinVersion`, and in live mode `parameter_invalid`
 *  unless the account's name was typed. */
versionRoutes.post("/", requireRole("manage_versions"), async (c) => {
  const ctx = c.get("ctx");
  const { version, from, name } = await readBody(c, params);
  if (ctx.mode === "live") {
    const account = await getAccount(ctx);
    if (name?.trim() !== account.name) {
      throw invalid(
        "name",
        `Type the account's name, ${account.name}, to change its live version.`,
      );
    }
  }
  await pinVersion(ctx, { version, from });
  return reply(c, await readVersions(c));
});

/** One of the merchant's own recent objects, as two versions show it. */
versionRoutes.get("/compare", async (c) => {
  const from = readVersion(c, "from");
  const to = readVersion(c, "to");
  const about = c.req.query("about") ?? "declined_payment";
  if (!isSubject(about)) throw invalid("about", "There is nothing of that kind to compare.");
  const subject = await findSubject(c.get("ctx"), about);
  return reply(c, {
    about,
    id: subject.id,
    isReal: subject.isReal,
    from,
    to,
    before: subject.in(from),
    after: subject.in(to),
  });
});

/** The account's own last week in two versions, field by field. */
versionRoutes.get("/shadow", async (c) => {
  const from = readVersion(c, "from");
  const to = readVersion(c, "to");
  const diff = await shadowDiff(c.get("ctx"), { from, to });
  return reply(c, { from, to, ...diff, since: diff.since.toISOString() });
});

function isSubject(name: string): name is SubjectName {
  return (SUBJECTS as readonly string[]).includes(name);
}
