"use client";

import { usePathname, useSearchParams } from "next/navigation";

type Choice = { to: string | null; about: string | null; endpoint: string | null };

/** The compared versions are in the address, so that they can be linked to. */
export function useChoice(): [Choice, (changes: Partial<Choice>) => void] {
  const search = useSearchParams();
  const pathname = usePathname();
  const choice = {
    to: search.get("to"),
    about: search.get("about"),
    endpoint: search.get("endpoint"),
  };
  const choose = (changes: Partial<Choice>) => {
    const next = new URLSearchParams(search.toString());
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    const query = next.toString();
    window.history.replaceState(null, "", query ? `${pathname}?${query}` : pathname);
  };
  return [choice, choose];
}
