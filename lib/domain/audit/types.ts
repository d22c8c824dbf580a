import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Action } from "./actions.ts";

export type Fact = string | number | boolean | null | readonly string[];
/** What is known of an object, by name. Never a secret, never card data, never what a payer wrote. */
export type Facts = Readonly<Record<string, Fact | bigint | Date | undefined>>;
export type KeptFacts = Record<string, Fact>;

export type Change = {
  action: Action;
  /** What is changed, and what people call it. */
  subject: { id: string; name?: string | null };
  before?: Facts;
  after?: Facts;
};

export type AuditEntry = {
  id: Id<"aud">;
  mode: Mode | null;
  /** One of `ACTIONS`, or what an older version called something. */
  action: string;
  subjectId: string;
  subjectName: string | null;
  actorType: "member" | "key" | "system";
  actorId: string;
  actorName: string | null;
  address: string | null;
  client: string | null;
  requestId: Id<"req">;
  before: KeptFacts | null;
  after: KeptFacts | null;
  createdAt: Date;
};
