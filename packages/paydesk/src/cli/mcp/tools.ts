import type { Transport } from "../../core/transport.ts";
import { PaydeskApiError, PaydeskError } from "../../errors.ts";
import { OPERATIONS } from "../../generated/operations.ts";
import { type OperationEntry, type ParamSchema, pathOf } from "../operation.ts";

/** A tool as MCP lists it. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: ParamSchema;
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean };
}

/** The answer of a tool: text for the model, and whether the call failed. */
export interface ToolAnswer {
  content: Array<{ type: "text"; text: string }>;
  isError?: true;
}

/** Its answer is a secret and nothing else, or its parameters are card data: neither belongs into the context of a model. */
const NOT_FOR_MODELS = new Set(["read_listener", "create_payment_method"]);
const DESTRUCTIVE = /^(delete|remove|cancel|revoke|end)_/;

/** The operations that are tools: those that answer with JSON to a secret key. */
export function toolOperations(allowsWrites: boolean): OperationEntry[] {
  return OPERATIONS.filter(
    ({ name, method, isJson, publishable }) =>
      isJson && !publishable && !NOT_FOR_MODELS.has(name) && (allowsWrites || method === "GET"),
  );
}

/** An operation of the contract as a tool. */
export function toolOf(operation: OperationEntry): Tool {
  const { name, summary, description, method, ids, params, expands } = operation;
  const id: ParamSchema = { type: "string", description: "Identifier of the object" };
  const more: Record<string, ParamSchema> = {
    ...(expands.length > 0
      ? {
          expand: {
            type: "array",
            items: { type: "string" },
            description: `Related objects: ${expands.join(", ")}`,
          },
        }
      : {}),
    ...(method === "GET"
      ? {}
      : {
          idempotency_key: {
            type: "string",
            description: "A repetition with the same key acts once",
          },
        }),
  };
  return {
    name,
    title: summary,
    description: [summary, description].filter(Boolean).join(". "),
    inputSchema: {
      type: "object",
      properties: {
        ...Object.fromEntries(ids.map((each) => [each, id])),
        ...params.properties,
        ...more,
      },
      required: [...ids, ...(params.required ?? [])],
      additionalProperties: false,
    },
    annotations: {
      readOnlyHint: method === "GET",
      destructiveHint: DESTRUCTIVE.test(name) || method === "DELETE",
      idempotentHint: method === "GET",
    },
  };
}

/** Calls the operation of a tool. Errors of the service become an answer, from which the model can learn. */
export async function callTool(
  operation: OperationEntry,
  input: Readonly<Record<string, unknown>>,
  transport: Transport,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  const { idempotency_key: idempotencyKey, ...rest } = input;
  const ids = operation.ids.map((name) => rest[name]);
  const odd = operation.ids.find((_, place) => typeof ids[place] !== "string" || ids[place] === "");
  if (odd) return failure(`${odd} is required: it is the identifier of the object.`);
  const params = Object.fromEntries(
    Object.entries(rest).filter(([name]) => !operation.ids.includes(name)),
  );
  const target = { method: operation.method, path: pathOf(operation, ids as string[]) };
  const values = operation.hasBody ? { body: params } : { query: params };
  const options = { signal, ...(typeof idempotencyKey === "string" ? { idempotencyKey } : {}) };
  try {
    const answer = await transport.call<unknown>({ ...target, ...values }, options);
    return { content: [{ type: "text", text: JSON.stringify(withoutSecrets(answer)) }] };
  } catch (error) {
    if (error instanceof PaydeskApiError)
      return failure(JSON.stringify(withoutSecrets({ error: error.raw })));
    if (error instanceof PaydeskError) return failure(error.message);
    throw error;
  }
}

const failure = (text: string): ToolAnswer => ({
  content: [{ type: "text", text }],
  isError: true,
});

/** Signing secrets do not belong into the context of a model. */
function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      /^(secret|secrets|signing_secret)$/.test(name) ? "(not shown)" : withoutSecrets(each),
    ]),
  );
}
