/** Arguments of Node that make a process see a system clock which is ahead of the real one by so much (behind where
 *  negative). The monotonic clock goes on as it is, as on a machine whose time is set wrong. */
export function shiftedClock(aheadMs: number): string[] {
  const code = `
    const Real = Date;
    globalThis.Date = class Date extends Real {
      constructor(...args) { args.length === 0 ? super(Real.now() + ${aheadMs}) : super(...args); }
      static now() { return Real.now() + ${aheadMs}; }
    };`;
  return ["--import", `data:text/javascript,${encodeURIComponent(code)}`];
}
