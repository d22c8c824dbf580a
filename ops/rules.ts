import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** An alert of `ops/prometheus/alerts.yml`. */
export type Rule = {
  alert: string;
  expr: string;
  for?: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
};

type RuleFile = { groups: ReadonlyArray<{ name: string; rules: Rule[] }> };

export const RULE_FILE = "ops/prometheus/alerts.yml";

export const readRuleFile = (): RuleFile => parse(readFileSync(RULE_FILE, "utf8")) as RuleFile;

export const readRules = (): Rule[] => readRuleFile().groups.flatMap(({ rules }) => rules);

/** The rules with short times, so that a trial need not wait: they wait for a second, look back over 15, and times that a row
 * may wait are a tenth. A call is slow from 2.5 s on, because a busy machine takes longer than one. */
export function hurriedRules(): RuleFile {
  const hurried = (rule: Rule): Rule => ({
    ...rule,
    ...(rule.for ? { for: "1s" } : {}),
    expr: rule.expr
      .replace(/\[\d+m\]\)\) > 20/, "[15s])) > 2")
      .replace(/\[\d+m\]/g, "[15s]")
      .replace(/^(histogram_quantile.*) > 1$/, "$1 > 2.5")
      .replace(
        /(_(?:delivery|unsealed)_seconds\)) > (\d+)/g,
        (_, what, n) => `${what} > ${n / 10}`,
      ),
  });
  const { groups } = readRuleFile();
  return { groups: groups.map((group) => ({ ...group, rules: group.rules.map(hurried) })) };
}

type Panel = { title: string; targets?: ReadonlyArray<{ expr: string }> };

/** Every query of the dashboard with its panel, over 15 seconds where Grafana chooses. */
export function readQueries(): Array<{ panel: string; expr: string }> {
  const { panels } = JSON.parse(readFileSync("ops/grafana/paydesk.json", "utf8")) as {
    panels: Panel[];
  };
  return panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({
      panel: title,
      expr: expr.replaceAll("$__rate_interval", "15s"),
    })),
  );
}

/** The metrics of ours and of Node that a text names, without the suffixes of histograms. */
export function metricsIn(text: string): string[] {
  const found = text.match(/\b(?:paydesk|nodejs|process)_[a-z0-9_]*[a-z0-9]\b/g) ?? [];
  return [
    ...new Set(found.map((name) => name.replace(/_seconds_(?:bucket|sum|count)$/, "_seconds"))),
  ];
}
