import type { Arrival } from "#lib/domain/webhooks/index.ts";
import type { Id } from "#lib/kernel/ids.ts";

/** Which rows this worker has read and not finished, and how many of each lane are under way. */
export function createHand() {
  const lanes = new Map<Id<"dlv">, number>();
  const underWay = new Map<number, number>();
  /** Rows that were over while a read ran, which may still have seen them. */
  let overMeanwhile: Set<Id<"dlv">> | null = null;
  const count = (lane: number, by: number) => underWay.set(lane, (underWay.get(lane) ?? 0) + by);
  return {
    /** Runs a read, which takes the rows that it finds before it ends. */
    async whileReading<T>(read: () => Promise<T>): Promise<T> {
      overMeanwhile = new Set();
      try {
        return await read();
      } finally {
        overMeanwhile = null;
      }
    },
    /** False if the row is in hand already, or was over before the read that found it had ended. */
    take({ id, lane }: Arrival): boolean {
      if (lanes.has(id) || overMeanwhile?.has(id)) return false;
      lanes.set(id, lane);
      return true;
    },
    begin: ({ lane }: Arrival) => void count(lane, 1),
    /** The row that was begun is over. False for a row that is not in hand. */
    end(id: Id<"dlv">): boolean {
      const lane = lanes.get(id);
      if (lane === undefined) return false;
      lanes.delete(id);
      overMeanwhile?.add(id);
      count(lane, -1);
      return true;
    },
    /** Rows that were not begun are not ours any more. */
    drop(rows: readonly Arrival[]): void {
      for (const { id } of rows) lanes.delete(id);
    },
    isUnderWay: (lane: number) => (underWay.get(lane) ?? 0) > 0,
  };
}
