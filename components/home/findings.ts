import { raisedWindow } from "#lib/kernel/raised-rates.ts";
import { RATE_NAMES } from "#lib/kernel/vocabulary/rates.ts";
import { countText, decimalText } from "../format/locale.ts";
import {
  baseText,
  changeInWords,
  growthOf,
  isFirm,
  percent,
  pointsBetween,
  rateInWords,
  rateOf,
  rateText,
  type Share,
} from "../format/rates.ts";
import { moneyText } from "../money/money-text.ts";
import { longDay, weekday } from "./days.ts";
import {
  approvalOf,
  type Figures,
  type HomeData,
  type Reason,
  reasonsOf,
  type Sums,
  type Usual,
} from "./figures.ts";

const NAME = RATE_NAMES["approval-rate"];

const volumeOf = (sums: Sums) => ({ value: Number(sums.volume), of: sums.approved });

/** The title of the volume chart. */
export function volumeFinding(figures: Figures, currency: string): string {
  const { total, totalBefore, words } = figures;
  if (total.volume === 0n) return `No payments in ${currency} ${words.period}`;
  const growth = growthOf(volumeOf(total), totalBefore && volumeOf(totalBefore));
  const change = changeInWords(growth, "percent", words.before);
  const volume = `${moneyText(total.volume, currency)} ${words.period}`;
  return change ? `${volume}, ${change}` : volume;
}

/** Consecutive days on which approval was lower than on the others, beyond chance. */
export type Dip = {
  from: string;
  to: string;
  approval: Share;
  declined: number;
  /** The most frequent reason of these declines. */
  reason: Reason | null;
};

/** The days of the period with the strongest evidence of a fall; null if there are none. */
export function findDip(data: HomeData, figures: Figures): Dip | null {
  const raised = raisedWindow(
    figures.days.map(({ approved, declined }) => ({ of: approved + declined, declined })),
  );
  if (!raised) return null;
  const days = figures.days.slice(raised.from, raised.to + 1).map(({ day }) => day);
  const [reason = null] = reasonsOf(data, days);
  const { of, declined } = raised.slice;
  const approval = { part: of - declined, of };
  return { from: days[0]!, to: days.at(-1)!, approval, declined, reason };
}

/** `Tuesday 17 Nov`, `Tuesday 17 Nov to Thursday 19 Nov` */
export const dipDays = ({ from, to }: Pick<Dip, "from" | "to">) =>
  from === to ? longDay(from) : `${longDay(from)} to ${longDay(to)}`;

/** The title of the approval chart. */
export function approvalFinding(figures: Figures, dip: Dip | null): string {
  const approval = approvalOf(figures.total);
  const rate = rateOf(approval);
  const { words } = figures;
  if (rate === null) return `No payment has an outcome ${words.period}`;
  if (!isFirm(approval)) return `${NAME}: ${rateInWords(approval)} payments, too few for a rate`;
  const stated = `${NAME} ${percent(rate)} ${baseText(approval)}`;
  if (dip) {
    const { approval: low } = dip;
    return `${stated}; ${dipDays(dip)} fell to ${rateText(low)} of ${countText(low.of)}`;
  }
  const before = figures.totalBefore && approvalOf(figures.totalBefore);
  const change = changeInWords(pointsBetween(approval, before), "points", words.before);
  return [stated, change].filter(Boolean).join(", ");
}

/** Today compared with a usual day of the same weekday, as a sentence. */
export function todayFinding(beside: Usual, today: string): string {
  const day = weekday(today);
  const { of } = beside.approval;
  const change = growthOf(
    { value: Number(beside.now.volume), of },
    { value: Number(beside.volume), of },
  );
  if (change === null) return `Too few payments on earlier ${day}s to compare with`;
  if (Math.abs(change) < 5) return `As usual for a ${day} at this hour`;
  if (change >= 100) {
    return `${decimalText((change / 100 + 1).toFixed(1).replace(/\.0$/, ""))} times a usual ${day} at this hour`;
  }
  return `${percent(Math.abs(change))} ${change > 0 ? "above" : "below"} a usual ${day} at this hour`;
}

/** The period as a filter for the list of payments and for reports. */
export const periodFilter = ({ period }: Pick<HomeData, "period">) =>
  `${period.from}..${period.to}`;
