import { listMailAbout } from "#lib/domain/mail/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { MailStatus } from "#lib/kernel/vocabulary/mail.ts";
import * as store from "./store.ts";
import { factOf } from "./tell-incident.ts";
import type { AtRisk, Incident } from "./types.ts";

/** A person who was told by e-mail, and when: when it was sent, or else written. */
export type Told = { recipient: string; status: MailStatus; at: Date };

export type ShownIncident = Incident & {
  atRisk: AtRisk[];
  toldOpened: Told[];
  toldResolved: Told[];
};

/** The account's open incident, or one that was resolved in the last day; null if there is none. Takes no lock. */
export async function readIncident(ctx: Context): Promise<ShownIncident | null> {
  const incident = await store.findCurrent(ctx, businessNow(ctx));
  if (!incident) return null;
  const told = async (fact: "opened" | "resolved") =>
    (await listMailAbout(ctx.accountId, factOf(incident, fact))).map(
      ({ recipient, status, createdAt, sentAt }) => ({
        ...{ recipient, status, at: sentAt ?? createdAt },
      }),
    );
  const [atRisk, toldOpened, toldResolved] = await Promise.all([
    store.listAtRisk(incident),
    told("opened"),
    told("resolved"),
  ]);
  return { ...incident, atRisk, toldOpened, toldResolved };
}
