import { newStatement } from "../bank-statements.ts";
import type { ChangeTable } from "./types.ts";
import { about, attempt, saying } from "./world.ts";

const decided = () => ({ reason: "rent of the shop", ...attempt() });

/** Routes of bank reconciliation. */
export const BANK_CHANGES = {
  "POST /:mode/bank-statements/preview": {
    may: "reconcile_bank",
    leaves: null,
    valid: saying(() => ({ file: newStatement() })),
  },
  "POST /:mode/bank-statements": {
    may: "reconcile_bank",
    leaves: "bank_statement.added",
    valid: saying(() => ({
      file: newStatement(),
      fileName: "march.xml",
      csv: null,
      ...attempt(),
    })),
  },
  "POST /:mode/bank-statements/match": {
    may: "reconcile_bank",
    leaves: null,
    valid: saying(() => ({})),
  },
  "POST /:mode/bank-statements/:id/remove": {
    may: "reconcile_bank",
    leaves: "bank_statement.removed",
    valid: about((w) => w.bankStatement(), decided),
  },
  "POST /:mode/bank-lines/:id/match": {
    may: "reconcile_bank",
    leaves: "bank_line.matched",
    valid: async (w) => ({
      id: await w.bankLine(),
      body: { objects: [{ kind: "settlement_paid", id: await w.paidSettlement() }], ...decided() },
    }),
  },
  "POST /:mode/bank-lines/:id/unmatch": {
    may: "reconcile_bank",
    leaves: "bank_line.unmatched",
    valid: async (w) => {
      const id = await w.bankLine();
      await w.owner.post(`/test/bank-lines/${id}/set-aside`, decided());
      return { id, body: decided() };
    },
  },
  "POST /:mode/bank-lines/:id/set-aside": {
    may: "reconcile_bank",
    leaves: "bank_line.set_aside",
    valid: about((w) => w.bankLine(), decided),
  },
} satisfies ChangeTable;
