import type { previewAdvance, SandboxClock } from "#lib/domain/sandbox-clock/index.ts";

/** The account's test clock. What is ahead is counted from the real time, which goes on. */
export function clockView(clock: SandboxClock) {
  return {
    now: clock.now.toISOString(),
    aheadMs: clock.aheadMs,
    targetAheadMs: clock.aheadMs + clock.target.getTime() - clock.now.getTime(),
    isAdvancing: clock.isAdvancing,
  };
}

export type ClockView = ReturnType<typeof clockView>;

/** What an advance would bring, as things stand. */
export function clockPreviewView({ target, due }: Awaited<ReturnType<typeof previewAdvance>>) {
  return { target: target.toISOString(), due };
}

export type ClockPreviewView = ReturnType<typeof clockPreviewView>;

/** An object after what was let happen to it, as the button that did it needs it. */
export type SimulatedView = { id: string; status: string };

export const simulatedView = ({ id, status }: SimulatedView): SimulatedView => ({ id, status });
