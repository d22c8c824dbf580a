import { dateFromMs, isClockTrusted, systemAheadMs } from "#lib/kernel/clock.ts";

type Call = (...args: unknown[]) => unknown;

/**
 * The adapter of a library that takes the time from the system, for a process whose system clock is wrong: the library
 * sees every date moved by as much as its clock is ahead, and the tables hold the database's time. Otherwise sessions
 * would end early, and be deleted, or never end. Below 30 s nothing is moved.
 */
export function inDatabaseTime<Adapter extends object>(adapter: Adapter): Adapter {
  return new Proxy(adapter, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      const call: Call = member.bind(target);
      if (name === "transaction") {
        return (work: Call) => call((within: object) => work(inDatabaseTime(within)));
      }
      return async (...args: unknown[]) => {
        const aheadMs = isClockTrusted() ? 0 : systemAheadMs();
        return moved(await call(...args.map((arg) => moved(arg, -aheadMs))), aheadMs);
      };
    },
  });
}

/** `value` with every date in it moved by so much. */
function moved(value: unknown, byMs: number): unknown {
  if (byMs === 0 || typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return dateFromMs(value.getTime() + byMs);
  if (Array.isArray(value)) return value.map((each) => moved(each, byMs));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, moved(each, byMs)]));
}
