export type WaterfallStep = {
  key: string;
  label: string;
  /** A total stands on the axis; a change begins where the step before it ended. */
  kind: "total" | "change";
  /** Minor units; a change is signed. */
  amount: bigint;
  /** What it is made of: opened by a press on it, and a link in the table. */
  href?: string;
};

export type PlacedStep = WaterfallStep & { from: number; to: number };

/** Where each bar begins and ends, in minor units. */
export function placeSteps(steps: readonly WaterfallStep[]): PlacedStep[] {
  let running = 0n;
  return steps.map((step) => {
    const start = step.kind === "total" ? 0n : running;
    running = start + step.amount;
    return { ...step, from: Number(start), to: Number(running) };
  });
}

/** The share of the whole, `1.8 %`; two places below one per cent, because fees live there. Empty where
 *  there is no whole. */
export function shareText(amount: bigint, whole: bigint): string {
  if (whole === 0n) return "";
  const share = (Number(amount < 0n ? -amount : amount) * 100) / Number(whole);
  if (share > 0 && share < 0.01) return "<\u00a00.01\u00a0%";
  return `${share.toFixed(share < 1 ? 2 : 1)}\u00a0%`;
}
