import type { Context } from "#lib/kernel/context.ts";

/** Who made or revoked a key, as kept with it: a user's or a key's id, or a part of the system. */
export function actorName({ actor }: Context): string {
  if (actor.type === "key") return actor.keyId;
  return actor.type === "member" ? actor.userId : actor.name;
}
