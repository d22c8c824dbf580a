import { NEWEST_VERSION, type Version } from "#lib/kernel/versions.ts";
import { WIRE_SERIALIZERS } from "./serializers/index.ts";
import { downgrade } from "./versions/walk.ts";

type Serializers = typeof WIRE_SERIALIZERS;

/** A kind of object that the API answers with and events carry. */
export type WireNoun = keyof Serializers;

/** What the serializer of a noun takes. */
export type WireSource<N extends WireNoun> = Parameters<Serializers[N]>[0];

/** An object in the newest wire shape: `wireOf("payment", payment)`. */
export function wireOf<N extends WireNoun>(
  noun: N,
  object: WireSource<N>,
): Record<string, unknown> {
  const serialize = WIRE_SERIALIZERS[noun] as (object: WireSource<N>) => Record<string, unknown>;
  return serialize(object);
}

/** An object that is in the newest wire shape already, as `version` knows it. Lists work as well. */
export function wireAt<T>(wire: T, version: Version): T {
  return version === NEWEST_VERSION ? wire : downgrade(wire, version);
}

/** An object as the API answers it to a caller of `version`. */
export function wireIn<N extends WireNoun>(
  noun: N,
  object: WireSource<N>,
  version: Version,
): Record<string, unknown> {
  return wireAt(wireOf(noun, object), version);
}
