"use client";

import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useRef,
  useState,
} from "react";
import { type Favourite, isSameFavourite } from "#components/frame/favourites.ts";
import { toast } from "#components/ui/toast.tsx";
import { client } from "#lib/dashboard/client.ts";
import { useSession } from "../../session.tsx";

type Favourites = {
  favourites: readonly Favourite[];
  has: (one: Favourite) => boolean;
  /** Adds it at the end, or removes it. */
  toggle: (one: Favourite) => void;
  /** Replaces all. */
  keep: (favourites: readonly Favourite[]) => void;
};

const Context = createContext<Favourites | null>(null);

export function FavouritesProvider({ children }: { children: ReactNode }) {
  const { session } = useSession();
  return <OfAccount key={session.account.id}>{children}</OfAccount>;
}

/** Has the favourites. A change applies at once; if it cannot be saved, it is undone and the person is told. */
function OfAccount({ children }: { children: ReactNode }) {
  const { session } = useSession();
  const [favourites, setFavourites] = useState<readonly Favourite[]>(session.favourites);
  const latest = useRef(favourites);
  const saved = useRef(favourites);
  const saving = useRef(Promise.resolve());
  const keep = useCallback((next: readonly Favourite[]) => {
    const put = (list: readonly Favourite[]) => {
      latest.current = list;
      setFavourites(list);
    };
    put(next);
    const save = async () => {
      try {
        await client.post("/favourites", {}, { favourites: next });
        saved.current = next;
      } catch (error) {
        // A later change is saved after this one.
        if (latest.current === next) put(saved.current);
        toast.failed("The favourites were not saved", { error: error as Error });
      }
    };
    saving.current = saving.current.then(save);
  }, []);
  const value = useMemo(() => {
    const has = (one: Favourite) => favourites.some((other) => isSameFavourite(one, other));
    const without = (one: Favourite) => favourites.filter((other) => !isSameFavourite(one, other));
    const toggle = (one: Favourite) => keep(has(one) ? without(one) : [...favourites, one]);
    return { favourites, has, toggle, keep };
  }, [favourites, keep]);
  return <Context value={value}>{children}</Context>;
}

export function useFavourites(): Favourites {
  const context = useContext(Context);
  if (!context) throw new Error("useFavourites is used outside the dashboard's layout");
  return context;
}
