"use client";

import { Check } from "lucide-react";
import { resourceWord } from "../key-labels.ts";

const VERBS = ["read", "write"] as const;

/** Scopes of a restricted key by resource. Resources without a scope are left out. */
export function ScopeMatrix({ scopes }: { scopes: readonly string[] }) {
  const resources = [...new Set(scopes.map((scope) => scope.split(":")[0] ?? ""))];
  return (
    <table className="w-full max-w-md text-13">
      <thead>
        <tr className="text-12 text-ink-faint">
          <th scope="col" className="pb-1 text-left font-medium">
            Resource
          </th>
          {VERBS.map((verb) => (
            <th key={verb} scope="col" className="w-20 pb-1 text-center font-medium">
              {verb === "read" ? "Read" : "Write"}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-t border-line">
        {resources.map((resource) => (
          <tr key={resource} className="h-9">
            <th scope="row" className="text-left font-normal">
              {resourceWord(resource)}
            </th>
            {VERBS.map((verb) => (
              <td key={verb} className="text-center">
                {scopes.includes(`${resource}:${verb}`) ? (
                  <>
                    <Check className="inline size-4 text-positive-ink" aria-hidden />
                    <span className="sr-only">Yes</span>
                  </>
                ) : (
                  <span className="text-ink-faint">
                    <span aria-hidden>–</span>
                    <span className="sr-only">No</span>
                  </span>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
