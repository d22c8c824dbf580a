/** A parameter's JSON Schema, as far as the contract uses it. */
export interface ParamSchema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, ParamSchema>;
  required?: string[];
  additionalProperties?: boolean | ParamSchema;
  items?: ParamSchema;
  anyOf?: ParamSchema[];
  oneOf?: ParamSchema[];
  description?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
}

/** An operation of the contract as data. */
export interface OperationEntry {
  /** Its `operationId`. */
  name: string;
  /** `payment-methods` */
  resource: string;
  /** `list-available` */
  command: string;
  method: "GET" | "POST" | "DELETE";
  path: string;
  /** The names of the identifiers in the path, in order. */
  ids: string[];
  summary: string;
  description: string;
  hasBody: boolean;
  isList: boolean;
  /** Whether it answers with JSON; else with a file. */
  isJson: boolean;
  /** Whether only publishable keys may call it. */
  publishable: boolean;
  /** What `expand` can name. */
  expands: string[];
  params: ParamSchema;
}

/** The path of an operation with its identifiers filled in. */
export function pathOf(operation: OperationEntry, ids: readonly string[]): string {
  let path = operation.path;
  for (const [place, name] of operation.ids.entries()) {
    path = path.replace(`{${name}}`, encodeURIComponent(ids[place] ?? ""));
  }
  return path;
}
