import { decimalText } from "../format/locale.ts";
/** `48 kB`, `2.4 MB`. */
export function fileSize(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1_000))} kB`;
  return `${decimalText((bytes / 1_000_000).toFixed(1))} MB`;
}
