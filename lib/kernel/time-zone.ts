/** Zone names only: PostgreSQL reads an offset such as +02:00 with the opposite sign. */
const ZONE = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,2}$/;

/** Names that only the runtime knows. */
const UNKNOWN_TO_POSTGRES = /^(SystemV\/.*|US\/Pacific-New|Canada\/East-Saskatchewan)$/i;

/** IANA zones of three letters whose offset never changes, or which PostgreSQL knows as zones only. */
const SHORT_ZONES = new Set(["EST", "GMT", "HST", "MST", "PRC", "ROC", "ROK", "UCT", "UTC"]);

/** IANA zones with summer time whose names PostgreSQL reads as abbreviations without it, and zones with the same days. */
const SUMMER_ZONES: Readonly<Record<string, string>> = {
  CET: "Europe/Brussels",
  EET: "Europe/Athens",
  MET: "Europe/Brussels",
  WET: "Europe/Lisbon",
};

/**
 * The name of an IANA zone by which the runtime and the database mean the same time; null for anything else. They
 * disagree on abbreviations: `BST` is Dhaka to the runtime and British Summer Time to PostgreSQL, which reads `CET` as
 * winter time all year.
 */
export function zoneNamed(name: string): string | null {
  if (!ZONE.test(name) || UNKNOWN_TO_POSTGRES.test(name) || !isKnown(name)) return null;
  if (name.length !== 3) return name;
  const short = name.toUpperCase();
  return SUMMER_ZONES[short] ?? (SHORT_ZONES.has(short) ? name : null);
}

function isKnown(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
