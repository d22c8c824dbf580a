import type { previewAdvance, SandboxClock } from "#lib/domain/sandbox-clock/index.ts";

/** The sandbox clock. It runs ahead of the real time by `aheadMs`. */
export function clockView(clock: SandboxClock) {
  return {
    now: clock.now.toISOString(),
    aheadMs: clock.aheadMs,
    targetAheadMs: clock.aheadMs + clock.target.getTime() - clock.now.getTime(),
    isAdvancing: clock.isAdvancing,
  };
}

export type ClockView = ReturnType<typeof clockView>;

/** Work that becomes due if the clock is advanced. */
export function clockPreviewView({ target, due }: Awaited<ReturnType<typeof previewAdvance>>) {
  return { target: target.toISOString(), due };
}

export type ClockPreviewView = ReturnType<typeof clockPreviewView>;

/** An object after a simulation. */
export type SimulatedView = { id: string; status: string };

export const simulatedView = ({ id, status }: SimulatedView): SimulatedView => ({ id, status });
