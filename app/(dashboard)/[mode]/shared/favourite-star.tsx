"use client";

import { Star } from "lucide-react";
import { usePathname } from "next/navigation";
import { useEffect, useState } from "react";
import { favouriteOf } from "#components/frame/favourites.ts";
import { cx } from "#components/ui/cx.ts";
import { IconButton } from "#components/ui/icon-button.tsx";
import { useSession } from "../../session.tsx";
import { EditFavourites } from "./edit-favourites.tsx";
import { useFavourites } from "./favourites.tsx";
import { followFavourites } from "./show-favourites.ts";

/** Adds the current page to the favourites, or removes it. On a phone the command palette does this. */
export function FavouriteStar() {
  const { mode, session } = useSession();
  const pathname = usePathname();
  const { has, toggle } = useFavourites();
  const [editing, setEditing] = useState(false);
  useEffect(() => followFavourites(() => setEditing(true)), []);
  const here = favouriteOf(pathname, mode, session.may);
  const kept = here !== null && has(here);
  return (
    <>
      {here && (
        <IconButton
          label={kept ? "Remove from favourites" : "Add to favourites"}
          className="max-md:hidden"
          onClick={() => toggle(here)}
        >
          <Star
            className={cx("size-4", kept && "fill-current text-accent-ink")}
            strokeWidth={1.75}
            aria-hidden
          />
        </IconButton>
      )}
      <EditFavourites open={editing} onOpenChange={setEditing} />
    </>
  );
}
