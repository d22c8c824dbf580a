import { currentRules } from "../format/locale.ts";
import { clockText, dayText, MONTHS } from "./format.ts";

/** `2026-11-17` as the account writes it: `17 Nov 2026`. */
export function dateText(day: string): string {
  return dated(day, true);
}

function dated(day: string, withYear: boolean): string {
  const [year = "", month = "", date = ""] = day.split("-");
  const name = MONTHS[Number(month) - 1];
  // People also type addresses: what is no date stays as it is, and the server refuses it.
  if (name === undefined || date === "") return day;
  return dayText({ day: String(Number(date)), month: name }, withYear ? year : "");
}

/** `14:05` as the account writes it: `14:05` or `2:05 PM`. */
export function timeText(time: string): string {
  const [hour = "", minute = ""] = time.split(":");
  return clockText({ hour, minute });
}

/** The end of a period in an address: a day `2026-11-17`, a local minute `2026-11-17T14:05`, or a moment in UTC. */
function endText(end: string, withYear: boolean): string {
  const [day = "", time = ""] = end.split("T");
  const written = dated(day, withYear);
  return time === "" ? written : `${written}, ${endTime(time)}`;
}

/** Moments in UTC keep their seconds: they come from links that mean exactly them. */
function endTime(time: string): string {
  if (!time.endsWith("Z")) return timeText(time);
  return `${time.slice(0, -1)} UTC`;
}

/** The period of an address as the account writes it: `1 Nov to 17 Nov 2026`, `from 1 Nov 2026`,
 *  `1 Nov 2026, 14:00 until 15:30`. An end with a time is not included ("until"), a day is ("to"). */
export function periodText(from: string, to: string): string {
  if (to === "") return `from ${endText(from, true)}`;
  if (from === "") return `until ${endText(to, true)}`;
  if (from === to) return endText(from, true);
  const isExact = to.includes("T");
  if (isExact && from.slice(0, 10) === to.slice(0, 10)) {
    return `${endText(from, true)} until ${endTime(to.slice(11))}`;
  }
  // The year once, where both ends have it and it is written last.
  const once = from.slice(0, 4) === to.slice(0, 4) && !isExact && currentRules().order !== "ymd";
  return `${endText(from, !once)} ${isExact ? "until" : "to"} ${endText(to, true)}`;
}
