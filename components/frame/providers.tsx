"use client";

import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { makeQueryClient } from "#components/data/query-client.ts";
import { Toasts } from "#components/ui/toast.tsx";
import { TipLayer } from "#components/ui/tooltip.tsx";
import { takeEarlyInput } from "./early-input.ts";

// Screens, the error page and the not-found page all use buttons and links. Imported here, their code is sent
// once instead of in three bundles.
import "#components/ui/button.tsx";

/** Gives every screen its data cache, tooltips and toasts. Turns off inline style elements. */
export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient);
  // After the effects of everything inside, which make the page listen. No page has a Suspense boundary: its content
  // would be hydrated later, and keys pressed before that would be lost.
  useEffect(takeEarlyInput, []);
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
