export {
  type Compared,
  compareRollup,
  type RollupName,
  type WrongFigure,
} from "./compare-store.ts";
export {
  chainOfSql,
  freshRetriesSql,
  freshSuccess,
  recoveredBySql,
  retryOfSql,
} from "./current-retries-sql.ts";
export { type ExpensiveCharge, listMostExpensive } from "./most-expensive-store.ts";
export { type DatedFindings, readCauses } from "./read-causes.ts";
export {
  type CostFigures,
  currenciesOfCosts,
  currenciesOfOutcomes,
  type OutcomeFigures,
  type ReportPeriod,
  readCosts,
  readOutcomes,
  resolvePeriod,
} from "./read-figures.ts";

export {
  LAST_IMPORTED,
  pairOldWeeks,
  ROLL_EVERY_MS,
  rebuildRollups,
  rollUp,
  sumImportedFacts,
} from "./roll-up.ts";
export {
  type AnalyticsQuery,
  COST_DIMENSIONS,
  type CostDimension,
  type CostSums,
  type Figures,
  type Filters,
  OUTCOME_DIMENSIONS,
  type OutcomeDimension,
  type OutcomeSums,
} from "./types.ts";
