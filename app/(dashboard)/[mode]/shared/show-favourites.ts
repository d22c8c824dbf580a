let show: (() => void) | null = null;

/** Opens the dialog that orders and removes favourites. */
export const editFavourites = () => show?.();

export function followFavourites(onShow: () => void): () => void {
  show = onShow;
  return () => {
    show = null;
  };
}
