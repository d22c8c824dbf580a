import { invalid } from "#lib/kernel/errors.ts";
import { replaceField, type VersionChange, type Wire } from "../change.ts";

/** Routes that took the flat parameter before this change too, by mistake. They take both, because callers may rely
 * on it. */
const TOOK_FLAT: ReadonlySet<string> = new Set([
  "create_bank_payment",
  "create_subscription",
  "update_subscription",
]);

export const flatRedirect: VersionChange = {
  date: "2025-10-01",
  title: "Redirects are flat",
  description:
    "The `redirect` object of payments, bank payments and subscriptions (`redirect[url]`, `redirect[return_url]`) " +
    "became the fields `redirect_url` and `return_url`, in requests and in responses.",
  affects: {
    objects: ["payment", "bank_payment", "subscription"],
    requests: ["create_payment", ...TOOK_FLAT],
  },
  fields: [
    { before: "redirect.url", after: "redirect_url" },
    { before: "redirect.return_url", after: "return_url" },
  ],
  params: [
    {
      before: "redirect",
      after: "return_url",
      both: TOOK_FLAT,
      schema: (returnUrl) => ({
        type: ["object", "null"],
        description: "`return_url` is where the payer's browser goes after the redirect",
        properties: {
          return_url: returnUrl,
          url: { type: ["string", "null"], description: "Ignored, so that a response can be sent" },
        },
        additionalProperties: false,
      }),
      value: (returnUrl) => ({ return_url: returnUrl }),
    },
  ],
  downgradeResponse(object) {
    if (!("redirect_url" in object)) return object;
    const { return_url, ...rest } = object;
    const { redirect_url: url } = rest;
    const isEmpty = url === null && (return_url ?? null) === null;
    // A subscription does not show its `return_url`.
    const back = return_url === undefined ? {} : { return_url };
    return replaceField(rest, "redirect_url", { redirect: isEmpty ? null : { url, ...back } });
  },
  upgradeRequest(parameters, { route, isForm }) {
    const { redirect, ...rest } = parameters;
    if ("return_url" in rest && (redirect !== undefined || !TOOK_FLAT.has(route))) {
      throw invalid("return_url", "Unknown parameter: return_url");
    }
    if (redirect === undefined) return parameters;
    if (redirect === null || (isForm && redirect === "")) return rest;
    const { return_url } = readRedirect(redirect);
    return return_url === undefined ? rest : { ...rest, return_url };
  },
  downgradeParam: (param) => (param === "return_url" ? "redirect[return_url]" : param),
};

/** A response's `redirect` can be sent back: its read-only `url` is checked and ignored. */
function readRedirect(redirect: unknown): Wire {
  if (typeof redirect !== "object" || Array.isArray(redirect)) {
    throw invalid("redirect", "Must be an object");
  }
  const { url, return_url: _, ...unknown } = redirect as Wire;
  const [name] = Object.keys(unknown);
  if (name !== undefined) {
    throw invalid(`redirect[${name}]`, `Unknown parameter: redirect[${name}]`);
  }
  if (url !== undefined && url !== null && typeof url !== "string") {
    throw invalid("redirect[url]", "Must be a string");
  }
  return redirect as Wire;
}
