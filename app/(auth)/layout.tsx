import type { ReactNode } from "react";
import { Wordmark } from "#components/frame/wordmark.tsx";

/** One column, nothing else to look at. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col bg-surface-sunken">
      <header className="px-6 py-5">
        <Wordmark />
      </header>
      <main className="flex flex-1 items-start justify-center px-4 pt-[9vh] pb-16">{children}</main>
    </div>
  );
}
