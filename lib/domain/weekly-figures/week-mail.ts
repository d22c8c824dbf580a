import type { MailContent } from "#lib/domain/mail/index.ts";
import { MAIL_BEGINS, mailWords } from "#lib/kernel/books-mail.ts";
import { PROOF_HEADER, sha256Of } from "#lib/kernel/books-proof.ts";
import type { Context } from "#lib/kernel/context.ts";
import { env } from "#lib/kernel/env.ts";
import { formatMinor } from "#lib/kernel/money.ts";
import { dayStart, localDay } from "#lib/kernel/period.ts";
import { ratesGuide, statedRate } from "#lib/kernel/rate-words.ts";
import { FEWEST_FOR_A_RATE } from "#lib/kernel/vocabulary/rates.ts";
import type { Week, WeekFigures, WeekSums } from "./types.ts";

type Fact = readonly [name: string, value: string];

/** The e-mail about a week. Its figures and the ledger's last block are signed: `books -- verify` reads its text. */
export function mailOfWeek(
  { accountId, mode }: Context,
  week: Week,
  figures: WeekFigures,
  proofOf: (sha256: string) => string,
): MailContent {
  const { firstDay, timezone } = week;
  const facts: Fact[] = [
    [MAIL_BEGINS, `${accountId}, ${mode} mode`],
    ["Days", daysOf(week)],
    ...figures.sums.flatMap(sumFacts),
    ["Approval rate", approvalRate(figures)],
    ["Disputes", disputesOf(figures, timezone)],
  ];
  const words = mailWords(facts.map(([name, value]) => `${name}: ${value}`));
  const gross = figures.sums.map((one) => formatMinor(one.gross, one.currency)).join(", ");
  return {
    subject: `Week of ${firstDay}: ${gross ? `${gross} gross` : "no movement of money"}`,
    paragraphs: [
      `The figures of last week in ${mode} mode.`,
      ratesGuide("How the approval rate is counted", "approval-rate"),
      `They are signed together with the last block of the ledger. To verify them later, save this text and run: npm run -s books -- verify FILE --keys ${env.publicUrl}/.well-known/paydesk-books.json`,
    ],
    facts: [...facts, [PROOF_HEADER, proofOf(sha256Of(words))]],
    action: { label: "Open the reports", url: `${env.publicUrl}/${mode}/reports/settlement` },
  };
}

function daysOf({ from, firstDay, lastDay, timezone }: Week): string {
  const days = `${firstDay} to ${lastDay}, ${timezone}`;
  if (from.getTime() === dayStart(firstDay, timezone).getTime()) return days;
  return `${days}; from ${from.toISOString()}, where the last e-mail ended in another time zone`;
}

function sumFacts(of: WeekSums): Fact[] {
  const money = (amount: bigint) => formatMinor(amount, of.currency);
  const fact = (what: string, value: string): Fact => [`${of.currency} ${what}`, value];
  const moved = (what: string, amount: bigint, number: string) =>
    fact(what, `${money(amount)} (${number})`);
  /** Most weeks have none. */
  const rare = (is: boolean, one: Fact): Fact[] => (is ? [one] : []);
  const { disputes, other, lateSettlements, settledLate, payoutReturns, cameBack } = of;
  return [
    moved("gross", of.gross, counted(of.charges, "charge")),
    fact("refunds", money(of.refunds)),
    ...rare(disputes !== 0n, fact("disputes", money(disputes))),
    ...rare(other !== 0n, fact("late failures and adjustments", money(other))),
    fact("fees", money(-of.fees)),
    fact("net", money(of.net)),
    moved("settlements paid", of.settled, counted(of.settlements, "settlement")),
    ...rare(
      lateSettlements > 0,
      moved(
        "settlements paid before, reported this week",
        settledLate,
        counted(lateSettlements, "settlement"),
      ),
    ),
    moved("payouts sent", of.paidOut, counted(of.payouts, "payout")),
    ...rare(
      payoutReturns > 0,
      moved("payouts returned", cameBack, counted(payoutReturns, "payout")),
    ),
  ];
}

const counted = (count: number, noun: string) =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

/** A rate of fewer payments than `FEWEST_FOR_A_RATE` is not stated. */
function approvalRate({ approved, declined }: WeekFigures): string {
  const all = approved + declined;
  const counts = `${approved.toLocaleString("en")} of ${all.toLocaleString("en")}`;
  const rate = statedRate(approved, all);
  return rate
    ? `${rate} (${counts})`
    : `not stated below ${FEWEST_FOR_A_RATE} payments (${counts})`;
}

function disputesOf({ openDisputes, disputesDue, nextDeadline }: WeekFigures, zone: string) {
  if (disputesDue === 0 || !nextDeadline) return `${openDisputes} open, no response due`;
  const day = localDay(nextDeadline, zone);
  return `${openDisputes} open, ${disputesDue} ${disputesDue === 1 ? "needs" : "need"} a response, the first by ${day}`;
}
