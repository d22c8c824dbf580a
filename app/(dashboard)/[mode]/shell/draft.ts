import type { CallForm, FieldForm } from "./call-form.ts";

/** What is filled in for a call. */
export type Draft = {
  call: string;
  inPath: Record<string, string>;
  inQuery: Record<string, string>;
  body: string | null;
  /** Empty: a fresh one for every try. */
  idempotencyKey: string;
  /** Empty: the account's own. */
  version: string;
};

/** A call as it begins: with the contract's example, which only test mode can make. */
export function freshDraft(form: CallForm, mode: "test" | "live"): Draft {
  const body = form.body !== null && mode === "live" ? "{}" : form.body;
  return { call: form.name, inPath: {}, inQuery: {}, body, idempotencyKey: "", version: "" };
}

/** `/v1/payments/pay_1?expand=customer`; what is not filled in stays in braces. */
export function pathOf(form: CallForm, draft: Draft): string {
  const path = form.path.replace(/\{(\w+)\}/g, (braces, name: string) => {
    const value = draft.inPath[name]?.trim();
    return value ? encodeURIComponent(value) : braces;
  });
  const query = new URLSearchParams();
  for (const { name } of form.inQuery) {
    const value = draft.inQuery[name]?.trim();
    if (value) query.set(name, value);
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** The body as an object; null while it is not one, as when somebody is typing. */
export function bodyObject(body: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body || "{}");
    return value !== null && typeof value === "object" && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** What stands in a field of the body, as its control shows it. */
export function shownValue(body: Record<string, unknown>, { name, kind }: FieldForm): string {
  const value = body[name];
  if (value === undefined) return "";
  return kind === "json" || typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The body with a field set as typed; an empty one is left out. */
export function withField(
  body: Record<string, unknown>,
  { name, kind, type }: FieldForm,
  typed: string,
): string {
  const { [name]: _, ...others } = body;
  const next = typed === "" ? others : { ...body, [name]: readTyped(typed, kind, type) };
  return JSON.stringify(next, null, 2);
}

/** A figure or JSON where it is one; otherwise the text, which the API then says something about. */
function readTyped(typed: string, kind: FieldForm["kind"], type: string): unknown {
  if (kind === "text" || (kind === "choice" && !type.startsWith("boolean"))) return typed;
  try {
    return JSON.parse(typed);
  } catch {
    return typed;
  }
}
