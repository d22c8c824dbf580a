import {
  type Postgres,
  promote,
  type ServerOptions,
  startStandby,
  waitForStandby,
} from "../postgres.ts";

/** A primary and its synchronous standby, which change places. */
export type Pair = {
  /** The server that accepts writes. */
  primary(): Postgres;
  standby(): Postgres;
  /** The primary dies with all its processes, and the standby is promoted: no commit waits for another server then. */
  failOver(): Promise<void>;
  /** Makes the server that died the standby, and commits wait for it again. */
  rebuild(): Promise<void>;
};

/** Starts the standby of a server. */
export async function makePair(first: Postgres, options: ServerOptions): Promise<Pair> {
  let [primary, other] = [first, await startStandby(first, options)];
  await waitForStandby(primary);
  return {
    primary: () => primary,
    standby: () => other,
    failOver: async () => {
      await primary.kill();
      await promote(other);
      [primary, other] = [other, primary];
    },
    rebuild: async () => {
      await other.follow(primary);
      await waitForStandby(primary);
    },
  };
}
