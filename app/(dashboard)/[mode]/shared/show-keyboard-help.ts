let show: (() => void) | null = null;

/** Opens the list of keyboard shortcuts. */
export const showKeyboardHelp = () => show?.();

export function followKeyboardHelp(onShow: () => void): () => void {
  show = onShow;
  return () => {
    show = null;
  };
}
