"use client";

import { CSPProvider } from "@base-ui/react/csp-provider";
import { Tooltip } from "@base-ui/react/tooltip";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { makeQueryClient } from "#components/data/query-client.ts";
import { ToastProvider } from "#components/ui/toast.tsx";

/** Everything a screen may rely on: data cache, tooltips, toasts, and no inline style elements. */
export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient);
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <Tooltip.Provider delay={350} closeDelay={0}>
          <ToastProvider>{children}</ToastProvider>
        </Tooltip.Provider>
      </QueryClientProvider>
    </CSPProvider>
  );
}
