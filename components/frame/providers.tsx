"use client";

import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { makeQueryClient } from "#components/data/query-client.ts";
import { Toasts } from "#components/ui/toast.tsx";
import { TipLayer } from "#components/ui/tooltip.tsx";

// The screens, what stands in for one that failed and what does for one that is missing all press and lead somewhere. Held
// here, the code of it is sent once; each of the three would bring its own copy.
import "#components/ui/button.tsx";

/** Everything a screen may rely on: data cache, tooltips, toasts, and no inline style elements. */
export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient);
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        {children}
        <TipLayer />
        <Toasts />
      </QueryClientProvider>
    </CSPProvider>
  );
}
