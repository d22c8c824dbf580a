import type { Context } from "../context.ts";

/** A command that is not a call of the contract. */
export interface Command {
  name: string;
  summary: string;
  usage(name: string): string;
  /** Whether these arguments are its own, where a resource of the contract has the same name. */
  handles(args: readonly string[]): boolean;
  run(args: readonly string[], context: Context): Promise<number>;
}
