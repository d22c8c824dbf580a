import { invalid } from "#lib/kernel/errors.ts";
import { replaceField, type VersionChange } from "../change.ts";

const FORM_WORDS = new Map<unknown, boolean>([
  ["true", true],
  ["false", false],
]);

export const captureWord: VersionChange = {
  date: "2025-10-01",
  title: "Capture is a word",
  description:
    "A payment's `capture` was `true` or `false`; it became `automatic` or `manual`, in requests and " +
    "in responses.",
  affects: { objects: ["payment"], requests: ["create_payment"] },
  fields: [{ before: "capture", after: "capture" }],
  downgradeResponse(object) {
    if (typeof object.capture !== "string") return object;
    return replaceField(object, "capture", { capture: object.capture === "automatic" });
  },
  upgradeRequest(parameters, { isForm }) {
    if (!("capture" in parameters)) return parameters;
    const { capture } = parameters;
    const word = isForm ? FORM_WORDS.get(capture) : capture;
    if (typeof word !== "boolean") throw invalid("capture", "capture must be true or false");
    return { ...parameters, capture: word ? "automatic" : "manual" };
  },
};
