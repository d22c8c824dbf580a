import {
  countWorkers,
  joinWorkers,
  LANES,
  type LaneSession,
  openLaneSession,
  releaseLane,
  takeLanes,
} from "#lib/domain/webhooks/index.ts";
import { SECOND_MS } from "#lib/kernel/clock.ts";

const BALANCE_EVERY_MS = SECOND_MS;

export type Lanes = {
  /** Connects and balances when due. Returns the session and the lanes to read. */
  held(): Promise<{ session: LaneSession; lanes: readonly number[] }>;
  /** Lanes that are ours. */
  count(): number;
  /** Gives all lanes up. */
  close(): Promise<void>;
};

/**
 * This worker's share of the lanes. A lane is an advisory lock of a session: when a worker dies or loses its connection,
 * PostgreSQL releases its lanes at once, and those of one that hangs after `idleMs`. The others take them within a second. A worker with more than its share
 * stops reading a lane, and gives it up when nothing of it is under way.
 */
export function createLanes(options: {
  idleMs: number;
  /** Whether attempts of a lane are under way. */
  isBusy: (lane: number) => boolean;
  /** Lanes were taken: their deliveries are to be read from the beginning. */
  onTaken: () => void;
  /** Lanes are no longer ours: nothing more of them may be sent. */
  onLeft: (lanes: readonly number[]) => void;
}): Lanes {
  let session: LaneSession | undefined;
  let owned: number[] = [];
  let leaving: number[] = [];
  let balancedAtMs = Number.NEGATIVE_INFINITY;

  const lost = () => {
    session = undefined;
    const left = owned;
    owned = leaving = [];
    options.onLeft(left);
  };
  const connect = async () => {
    const opened = await openLaneSession(lost, options.idleMs);
    try {
      await joinWorkers(opened);
    } catch (error) {
      await opened.close();
      throw error;
    }
    session = opened;
    balancedAtMs = Number.NEGATIVE_INFINITY;
    return opened;
  };
  const balance = async (mine: LaneSession) => {
    const share = Math.ceil(LANES / (await countWorkers(mine)));
    const extra = owned.slice(share);
    if (extra.length > 0) {
      owned = owned.slice(0, share);
      leaving.push(...extra);
      options.onLeft(extra);
    }
    for (const lane of leaving.filter((each) => !options.isBusy(each))) {
      await releaseLane(mine, lane);
      leaving = leaving.filter((each) => each !== lane);
    }
    if (owned.length >= share) return;
    const taken = await takeLanes(mine, [...owned, ...leaving], share - owned.length);
    if (taken.length === 0 || session !== mine) return;
    owned = [...owned, ...taken];
    options.onTaken();
  };

  return {
    async held() {
      const mine = session ?? (await connect());
      if (performance.now() - balancedAtMs >= BALANCE_EVERY_MS) {
        await balance(mine);
        balancedAtMs = performance.now();
      }
      return { session: mine, lanes: owned };
    },
    count: () => owned.length,
    close: async () => {
      const mine = session;
      session = undefined;
      owned = leaving = [];
      await mine?.close();
    },
  };
}
