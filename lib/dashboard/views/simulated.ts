/** An object after what was let happen to it, as the button that did it needs it. */
export type SimulatedView = { id: string; status: string };

export const simulatedView = ({ id, status }: SimulatedView): SimulatedView => ({ id, status });
