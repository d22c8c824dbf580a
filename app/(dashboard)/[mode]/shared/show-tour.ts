let begin: (() => void) | null = null;

/** Begins the tour again. */
export const beginTour = () => begin?.();

export function followTour(onBegin: () => void): () => void {
  begin = onBegin;
  return () => {
    begin = null;
  };
}
