import { baseText, isFirm, rateText, type Share } from "../format/rates.ts";
import { cx } from "./cx.ts";

/** A rate with the number that it is a rate of; grey if that is less than 20. */
export function Rate({ share, noun, below }: { share: Share; noun?: string; below?: boolean }) {
  return (
    <>
      <span className={isFirm(share) ? undefined : "text-ink-faint"}>{rateText(share)}</span>
      <span
        className={cx(
          "text-12 font-normal whitespace-nowrap text-ink-faint tabular-nums",
          below ? "block" : "ml-1.5",
        )}
      >
        {baseText(share, noun)}
      </span>
    </>
  );
}
