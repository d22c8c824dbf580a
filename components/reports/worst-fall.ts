const FEWEST_JUDGED = 12;
const LEAST_FALL_POINTS = 5;
/** Three standard errors below the rest: chance alone gives about one day in 700. */
const LEAST_ERRORS = 3;

type Judged = { approved: number; declined: number };

const approvalOf = ({ approved, declined }: Judged) =>
  approved + declined === 0 ? null : (100 * approved) / (approved + declined);

/** Number of standard errors by which approval is below the usual rate; null if the fall is not significant:
 *  fewer than 12 payments, less than 5 points, or less than 3 standard errors. */
export function fallBelow(judged: Judged, usual: number | null): number | null {
  const count = judged.approved + judged.declined;
  const approval = approvalOf(judged);
  if (approval === null || usual === null || count < FEWEST_JUDGED) return null;
  const spread = Math.sqrt((usual * (100 - usual)) / count) || 0.1;
  const errors = (usual - approval) / spread;
  return usual - approval >= LEAST_FALL_POINTS && errors >= LEAST_ERRORS ? errors : null;
}

/** The slice with the most significant fall of approval below the others; null if there is none. */
export function worstFall(slices: readonly Judged[]): { index: number; approval: number } | null {
  const total = { approved: 0, declined: 0 };
  for (const slice of slices) {
    total.approved += slice.approved;
    total.declined += slice.declined;
  }
  let worst: { index: number; approval: number; errors: number } | null = null;
  for (const [index, slice] of slices.entries()) {
    const rest = {
      approved: total.approved - slice.approved,
      declined: total.declined - slice.declined,
    };
    const errors = fallBelow(slice, approvalOf(rest));
    if (errors !== null && errors > (worst?.errors ?? 0)) {
      worst = { index, approval: approvalOf(slice) ?? 0, errors };
    }
  }
  return worst && { index: worst.index, approval: worst.approval };
}
