import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { ActorType } from "#lib/kernel/vocabulary/audit.ts";
import type { Action } from "./actions.ts";

export type Fact = string | number | boolean | null | readonly string[];
/** Named values of an object. Never secrets, card data or text that a payer entered. */
export type Facts = Readonly<Record<string, Fact | bigint | Date | undefined>>;
export type KeptFacts = Record<string, Fact>;

export type Change = {
  action: Action;
  /** The changed object and its display name. */
  subject: { id: string; name?: string | null };
  before?: Facts;
  after?: Facts;
};

export type AuditEntry = {
  id: Id<"aud">;
  mode: Mode | null;
  /** One of `ACTIONS`, or an action name of an older release. */
  action: string;
  subjectId: string;
  subjectName: string | null;
  actorType: ActorType;
  actorId: string;
  actorName: string | null;
  address: string | null;
  client: string | null;
  requestId: Id<"req">;
  before: KeptFacts | null;
  after: KeptFacts | null;
  createdAt: Date;
};
