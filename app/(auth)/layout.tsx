import type { ReactNode } from "react";

/** One column without navigation. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <main className="flex min-h-dvh items-start justify-center bg-surface-sunken px-4 pt-[14vh] pb-16">
      {children}
    </main>
  );
}
