let show: (() => void) | null = null;
let isAsked = false;

/** Opens the list of keyboard shortcuts, now or when its code is loaded. */
export function showKeyboardHelp(): void {
  if (show) show();
  else isAsked = true;
}

export function followKeyboardHelp(onShow: () => void): () => void {
  show = onShow;
  if (isAsked) show();
  isAsked = false;
  return () => {
    show = null;
  };
}
