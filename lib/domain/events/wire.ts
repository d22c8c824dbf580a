import { NEWEST_VERSION, type Version } from "#lib/kernel/versions.ts";

/**
 * Verbs announce objects in their wire shape but may not import the API. The process that starts
 * them installs the API's serializers here (`lib/api/install.ts`), once.
 */
type WireSerializer = (object: never) => Record<string, unknown>;
export type WireSerializers = Readonly<Record<string, WireSerializer>>;

/** A newest shape as an older version knows it. */
export type WireDowngrade = <T>(wire: T, version: Version) => T;

let installed: WireSerializers | undefined;
let downgrade: WireDowngrade | undefined;

/** Gives `wireOf` its serializers, each to the newest shape, and `wireIn` its way back in time. */
export function installWireSerializers(serializers: WireSerializers, back?: WireDowngrade): void {
  installed = serializers;
  downgrade = back;
}

/** An object in the shape of one version, as the API would answer it there. Throws as `wireOf`. */
export function wireIn(noun: string, object: unknown, version: Version): Record<string, unknown> {
  return wireAt(wireOf(noun, object), version);
}

/** What is in the newest wire shape already, a list for instance, as one version knows it. */
export function wireAt<T>(wire: T, version: Version): T {
  if (version === NEWEST_VERSION) return wire;
  if (!downgrade) throw new Error("no way to older versions was installed");
  return downgrade(wire, version);
}

/** An object in the newest wire shape: `wireOf("payment", payment)`. Throws when the process has
 *  not imported `#lib/api/install.ts` or the noun has no serializer. */
export function wireOf(noun: string, object: unknown): Record<string, unknown> {
  if (!installed) throw new Error("import #lib/api/install.ts before events are emitted");
  const serialize = installed[noun];
  if (!serialize) throw new Error(`no wire serializer for "${noun}"`);
  return serialize(object as never);
}

/** The first field of an object that is not as the contract says, and why. */
export type WireFault = { field: string; message: string };
export type WireCheck = (object: string, data: Record<string, unknown>) => WireFault | null;

let check: WireCheck | undefined;

/** Gives `wireFault` the contract; as `installWireSerializers`. */
export function installWireCheck(installedCheck: WireCheck): void {
  check = installedCheck;
}

/** What is wrong with an object somebody wrote by hand: null when it is as the API would answer it, and
 *  for nouns without a contract so far. */
export function wireFault(noun: string, data: Record<string, unknown>): WireFault | null {
  if (!check) throw new Error("no contract to check objects against was installed");
  return check(noun, data);
}
