import type { BrandName } from "./brands.ts";
import type { CardState, FieldName } from "./card-state.ts";

/** All messages between the loader on the merchant's page and the frame on ours, sent over a port that only our
 * origin receives. */
export type FieldParams = { label?: string; placeholder?: string };

export type Setup = {
  key: string;
  appearance: unknown;
  fields: unknown;
};

export type ToFrame =
  | ({ type: "setup" } & Setup)
  | { type: "tokenise"; call: number }
  | { type: "focus"; field: FieldName }
  | { type: "clear" };

export type Token = {
  id: string;
  type: "card";
  livemode: boolean;
  created: string;
  card: { brand: string; last4: string; exp_month: number; exp_year: number };
};

export type FieldsError = {
  type: string;
  code: string;
  message: string;
  /** The invalid field, if it is one of the payer's. */
  field?: FieldName;
  decline_code?: string;
  request_id?: string;
  /** Whether the same call may succeed later. */
  retryable: boolean;
};

export type Outcome =
  | { paymentMethod: Token; error?: undefined }
  | { error: FieldsError; paymentMethod?: undefined };

export type FromFrame =
  | { type: "ready"; refused: string[] }
  | { type: "refused"; refused: string[] }
  | { type: "height"; height: number }
  | { type: "change"; state: CardState & { brand: BrandName } }
  | { type: "focus" | "blur"; field: FieldName }
  | { type: "submit" }
  | { type: "outcome"; call: number; outcome: Outcome };
