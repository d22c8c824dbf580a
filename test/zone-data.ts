/** As if this process had other zone data than the database: its `zone` has the rules of `rules`. Returns the way back. */
export function useZoneRules(zone: string, rules: string): () => void {
  const { DateTimeFormat } = Intl;
  Intl.DateTimeFormat = class extends DateTimeFormat {
    constructor(locale?: string, options: Intl.DateTimeFormatOptions = {}) {
      super(locale, options.timeZone === zone ? { ...options, timeZone: rules } : options);
    }
  } as typeof Intl.DateTimeFormat;
  return () => {
    Intl.DateTimeFormat = DateTimeFormat;
  };
}
