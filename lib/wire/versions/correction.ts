/** A fault in what every version served: the API did not do what its documentation promised. A correction applies to
 * all versions from its date on. New behaviour belongs to a dated version (`changes/`). */
export type Correction = {
  /** Its name for `npm run golden -- --correct NAME`. */
  name: string;
  /** The date of the correction, as YYYY-MM-DD. */
  date: string;
  /** For the changelog. */
  title: string;
  /** For the changelog: what the API did, and what it does now. */
  description: string;
  affects: {
    /** Kinds of object whose shape or values changed: `npm run golden` rewrites these and no others. */
    objects: readonly string[];
    /** Names of the routes whose parameters or outcomes changed. */
    requests: readonly string[];
  };
};
