import { typedInteger } from "#components/format/typed-integer.ts";
import type { Mode } from "#lib/kernel/vocabulary/modes.ts";
import type { CallForm, FieldForm } from "./call-form.ts";

/** The filled-in values of a call. */
export type Draft = {
  call: string;
  inPath: Record<string, string>;
  inQuery: Record<string, string>;
  body: string | null;
  /** Empty means a new key for each request. */
  idempotencyKey: string;
  /** Empty means the account's pin. */
  version: string;
};

/** The initial values of a call: the contract's example, which only test mode accepts. */
export function freshDraft(form: CallForm, mode: Mode): Draft {
  const body = form.body !== null && mode === "live" ? "{}" : form.body;
  return { call: form.name, inPath: {}, inQuery: {}, body, idempotencyKey: "", version: "" };
}

/** `/v1/payments/pay_1?expand=customer`. Parameters without a value stay in braces. */
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

/** The body as an object, or null while it is not valid JSON. */
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

/** The value of a body field as its control shows it. */
export function shownValue(body: Record<string, unknown>, { name, kind }: FieldForm): string {
  const value = body[name];
  if (value === undefined) return "";
  return kind === "json" || typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The body with one field set; an empty field is removed. */
export function withField(
  body: Record<string, unknown>,
  { name, kind, type }: FieldForm,
  typed: string,
): string {
  const { [name]: _, ...others } = body;
  const next = typed === "" ? others : { ...body, [name]: readTyped(typed, kind, type) };
  return JSON.stringify(next, null, 2);
}

/** A number or JSON value if the text is one, else the text, which the API then validates. `12.00` stays text: as JSON it is 12,
 *  and the amount would be 12 minor units. */
function readTyped(typed: string, kind: FieldForm["kind"], type: string): unknown {
  if (kind === "figure") return Number.isNaN(typedInteger(typed)) ? typed : typedInteger(typed);
  if (kind === "text" || (kind === "choice" && !type.startsWith("boolean"))) return typed;
  try {
    return JSON.parse(typed);
  } catch {
    return typed;
  }
}
