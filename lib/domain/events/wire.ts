/**
 * Verbs announce objects in their wire shape but may not import the API. The process that starts
 * them installs the API's serializers here (`lib/api/install.ts`), once.
 */
type WireSerializer = (object: never) => Record<string, unknown>;
export type WireSerializers = Readonly<Record<string, WireSerializer>>;

let installed: { serializers: WireSerializers; newestVersion: string } | undefined;

/** Gives `wireOf` its serializers and events the version whose shape they have. */
export function installWireSerializers(serializers: WireSerializers, newestVersion: string): void {
  installed = { serializers, newestVersion };
}

/** An object in the newest wire shape: `wireOf("payment", payment)`. Throws when the process has
 *  not imported `#lib/api/install.ts` or the noun has no serializer. */
export function wireOf(noun: string, object: unknown): Record<string, unknown> {
  const serialize = present().serializers[noun];
  if (!serialize) throw new Error(`no wire serializer for "${noun}"`);
  return serialize(object as never);
}

/** The version whose shape `wireOf` gives. */
export function newestWireVersion(): string {
  return present().newestVersion;
}

function present() {
  if (!installed) throw new Error("import #lib/api/install.ts before events are emitted");
  return installed;
}
