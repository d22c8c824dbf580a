/** Node arguments that shift a process's system clock by this duration (back if negative). The monotonic clock
 *  is unchanged, as on a machine with a wrong time. */
export function shiftedClock(aheadMs: number): string[] {
  const code = `
    const Real = Date;
    globalThis.Date = class Date extends Real {
      constructor(...args) { args.length === 0 ? super(Real.now() + ${aheadMs}) : super(...args); }
      static now() { return Real.now() + ${aheadMs}; }
    };`;
  return ["--import", `data:text/javascript,${encodeURIComponent(code)}`];
}
