import { invalid } from "#lib/kernel/errors.ts";
import { replaceField, type VersionChange } from "../change.ts";

export const flatRedirect: VersionChange = {
  date: "2025-10-01",
  title: "Redirects are flat",
  description:
    "A payment's `redirect` object (`redirect[url]`, `redirect[return_url]`) became the fields " +
    "`redirect_url` and `return_url`, in requests and in responses.",
  affects: { objects: ["payment", "bank_payment"], requests: ["create_payment"] },
  fields: [
    { before: "redirect.url", after: "redirect_url" },
    { before: "redirect.return_url", after: "return_url" },
  ],
  downgradeResponse(object) {
    if (!("redirect_url" in object)) return object;
    const { return_url = null, ...rest } = object;
    const isEmpty = object.redirect_url === null && return_url === null;
    const redirect = isEmpty ? null : { url: object.redirect_url, return_url };
    return replaceField(rest, "redirect_url", { redirect });
  },
  upgradeRequest(parameters) {
    if ("return_url" in parameters) throw invalid("return_url", "Unknown parameter: return_url");
    if (!("redirect" in parameters)) return parameters;
    const { redirect, ...rest } = parameters;
    if (redirect === null || typeof redirect !== "object" || Array.isArray(redirect)) {
      throw invalid("redirect", "Must be an object");
    }
    for (const name of Object.keys(redirect)) {
      if (name === "return_url") continue;
      throw invalid(`redirect[${name}]`, `Unknown parameter: redirect[${name}]`);
    }
    return { ...rest, return_url: (redirect as { return_url?: unknown }).return_url };
  },
  downgradeParam: (param) => (param === "return_url" ? "redirect[return_url]" : param),
};
