/** The logo: two ledger columns that balance. */
export function Mark({ className = "size-6" }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={className} aria-hidden="true">
      <rect width="24" height="24" rx="6" className="fill-accent" />
      <path d="M6.5 6h4.25v12H6.5z" className="fill-on-accent" />
      <path d="M13.25 6h4.25v6.5h-4.25z" className="fill-on-accent" opacity="0.62" />
    </svg>
  );
}

export function Wordmark() {
  return (
    <span className="flex items-center gap-2">
      <Mark />
      <span className="text-16 font-semibold tracking-[-0.015em] md:max-lg:in-[aside]:hidden">
        Paydesk
      </span>
    </span>
  );
}
