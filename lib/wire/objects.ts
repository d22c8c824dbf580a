import { NEWEST_VERSION, type Version } from "#lib/kernel/versions.ts";
import { WIRE_SERIALIZERS } from "./serializers/index.ts";
import { downgrade } from "./versions/walk.ts";

type Serializers = typeof WIRE_SERIALIZERS;

/** A kind of object that the API returns and events carry. */
export type WireNoun = keyof Serializers;

/** The input of a noun's serializer. */
export type WireSource<N extends WireNoun> = Parameters<Serializers[N]>[0];

/** An object in the newest wire shape: `wireOf("payment", payment)`. */
export function wireOf<N extends WireNoun>(
  noun: N,
  object: WireSource<N>,
): Record<string, unknown> {
  const serialize = WIRE_SERIALIZERS[noun] as (object: WireSource<N>) => Record<string, unknown>;
  return serialize(object);
}

/** An object in the newest wire shape, downgraded to `version`. Takes lists as well. */
export function wireAt<T>(wire: T, version: Version): T {
  return version === NEWEST_VERSION ? wire : downgrade(wire, version);
}

/** An object as the API returns it to a caller of `version`. */
export function wireIn<N extends WireNoun>(
  noun: N,
  object: WireSource<N>,
  version: Version,
): Record<string, unknown> {
  return wireAt(wireOf(noun, object), version);
}
