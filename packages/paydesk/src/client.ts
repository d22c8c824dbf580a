import type { ClientOptions } from "./core/options.ts";
import { Transport } from "./core/transport.ts";
import { Resources } from "./generated/resources.ts";
import type { NewestVersion, Version } from "./generated/versions.ts";
import { constructEvent, verify } from "./webhooks.ts";

/** A client of one account in one mode: the key says which. Types are those of `version`, or of the newest one. */
export class Paydesk<V extends Version = NewestVersion> extends Resources<V> {
  /** Verification of deliveries; needs no key. */
  readonly webhooks: {
    readonly verify: typeof verify;
    readonly constructEvent: typeof constructEvent;
  } = {
    verify,
    constructEvent,
  };

  /** Throws `PaydeskError` if the key or the address is missing. */
  constructor(key: string, options: ClientOptions<V> = {}) {
    super(new Transport(key, options));
  }
}
