import { statusWord } from "../ui/status-labels.ts";

/** The choices of a closed list, in its order. The compiler asks for the label of every value. */
export function choicesOf<V extends string>(
  values: readonly V[],
  labels: Readonly<Record<V, string>>,
): { value: V; label: string }[] {
  return values.map((value) => ({ value, label: labels[value] }));
}

/** The choices of a list of statuses: those of `first`, then the others in their order. */
export function statusChoices<V extends string>(
  values: readonly V[],
  first: readonly NoInfer<V>[] = [],
): { value: V; label: string }[] {
  const others = values.filter((value) => !first.includes(value));
  return [...first, ...others].map((value) => ({ value, label: statusWord(value).toLowerCase() }));
}

/** The label of a value that the service sent; undefined for one that this screen does not know. */
export function labelOf<Label>(
  labels: Readonly<Record<string, Label>>,
  value: string,
): Label | undefined {
  return labels[value];
}
