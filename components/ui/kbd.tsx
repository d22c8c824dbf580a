/** A key on the keyboard. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-small border border-line bg-surface-sunken px-1 font-sans text-12 text-ink-muted">
      {children}
    </kbd>
  );
}
