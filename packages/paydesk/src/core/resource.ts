import type { Transport } from "./transport.ts";

/** For calls that take no parameters. */
export type NoParams = Readonly<Record<string, never>>;

/** A group of calls. */
export class Resource {
  protected readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }
}
