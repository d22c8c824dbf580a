export {
  changeRule,
  createRule,
  createRuleIn,
  deleteRule,
  isForEver,
  muteRule,
  prepareRule,
  tryRule,
} from "./change-rules.ts";
export { isLarge } from "./evaluate.ts";
export type { InboxRow } from "./inbox-store.ts";
export { raiseAlertIn, resolveAlertIn, tellMemberIn } from "./raise.ts";
export {
  changePreferences,
  countUnread,
  getAlertRule,
  listAlertRules,
  markRead,
  readInbox,
  readPreferences,
  type ShownRule,
} from "./read-alerts.ts";
export type {
  Alert,
  AlertContent,
  AlertRule,
  Condition,
  Occurrence,
  Preferences,
  RuleChoice,
} from "./types.ts";
export {
  pruneAlerts,
  resolveEndpointAlerts,
  wakeAlertsIn,
  watchedRules,
} from "./watch-rules.ts";
export { returnedWords, settlementWords } from "./words.ts";
