const NAMES = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });

/** `October 2026` */
export const monthName = (month: string): string => NAMES.format(Date.parse(`${month}-01`));
