import { usePathname, useSearchParams } from "next/navigation";
import { useEffect } from "react";

/** Opens a dialog when the address asks for it (`?create`, `?rotate`), as links of the command palette do, and removes
 * the request from the address. */
export function useOpenByAddress(name: string, open: () => void): void {
  const asked = useSearchParams().has(name);
  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time it is asked.
  useEffect(() => {
    if (!asked) return;
    open();
    window.history.replaceState(null, "", pathname);
  }, [asked]);
}
