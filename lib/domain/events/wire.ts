/**
 * Verbs announce objects in their wire shape but may not import the API. The process that starts
 * them installs the API's serializers here (`lib/api/install.ts`), once.
 */
type WireSerializer = (object: never) => Record<string, unknown>;
export type WireSerializers = Readonly<Record<string, WireSerializer>>;

let installed: WireSerializers | undefined;

/** Gives `wireOf` its serializers, each to the newest shape. */
export function installWireSerializers(serializers: WireSerializers): void {
  installed = serializers;
}

/** An object in the newest wire shape: `wireOf("payment", payment)`. Throws when the process has
 *  not imported `#lib/api/install.ts` or the noun has no serializer. */
export function wireOf(noun: string, object: unknown): Record<string, unknown> {
  if (!installed) throw new Error("import #lib/api/install.ts before events are emitted");
  const serialize = installed[noun];
  if (!serialize) throw new Error(`no wire serializer for "${noun}"`);
  return serialize(object as never);
}
