/** Kinds of actor of a change: a person, an API key, or the service itself. */
export const ACTOR_TYPES = ["member", "key", "system"] as const;
export type ActorType = (typeof ACTOR_TYPES)[number];
