import { dateFromMs, isClockTrusted, systemAheadMs } from "#lib/kernel/clock.ts";

type Call = (...args: unknown[]) => unknown;

/**
 * Wraps the adapter of a library that uses the system's time, for a process whose system clock is wrong: all dates are
 * shifted by the clock's error, so that the tables hold the database's time. Otherwise sessions would end early and be
 * deleted, or never end. Errors below 30 s are ignored.
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

/** `value` with every date in it shifted by `byMs`. */
function moved(value: unknown, byMs: number): unknown {
  if (byMs === 0 || typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return dateFromMs(value.getTime() + byMs);
  if (Array.isArray(value)) return value.map((each) => moved(each, byMs));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, moved(each, byMs)]));
}
