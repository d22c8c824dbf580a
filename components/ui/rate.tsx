import { countText } from "../format/locale.ts";
import { baseText, isFirm, rateText, type Share } from "../format/rates.ts";
import { cx } from "./cx.ts";

type RateProps = {
  share: Share;
  /** The noun of n; "payments" by default. */
  noun?: string;
  /** Only the number, where a heading names the noun. */
  bare?: boolean;
};

/** A rate with the number that it is a rate of; grey if that is less than 20. */
export function Rate({ share, noun, bare = false }: RateProps) {
  return (
    <>
      <span className={cx("whitespace-nowrap", !isFirm(share) && "text-ink-faint")}>
        {rateText(share)}
      </span>
      {/* A real space, so that the line can break here. */}
      {share.of > 0 && " "}
      {share.of > 0 && (
        <span className="text-12 font-normal [letter-spacing:0] whitespace-nowrap text-ink-faint tabular-nums">
          {bare ? `of ${countText(share.of)}` : baseText(share, noun)}
        </span>
      )}
    </>
  );
}
