"use client";

import type { ReactNode } from "react";
import { type ListLayout, ListLayoutsProvider } from "#components/table/list-layouts.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client } from "#lib/dashboard/client.ts";
import type { ListName } from "#lib/kernel/vocabulary/lists.ts";
import { useSession } from "../../session.tsx";

const save = (list: ListName, { columns, widths }: ListLayout) =>
  client.post("/list-layouts", {}, { list, columns, widths });

const failed = (error: unknown) =>
  toast.failed(error instanceof Error ? error : "The columns were not saved. Try again.");

/** The columns that the person chose in this account. They are kept on the server, so they follow the person to other
 *  browsers; the height of rows depends on the screen and stays in this browser. */
export function DashboardLayouts({ children }: { children: ReactNode }) {
  const { session } = useSession();
  return (
    <ListLayoutsProvider
      key={session.account.id}
      initial={session.layouts}
      save={save}
      onFailure={failed}
    >
      {children}
    </ListLayoutsProvider>
  );
}
