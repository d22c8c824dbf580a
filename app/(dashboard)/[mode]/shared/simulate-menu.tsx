"use client";

import { useQueryClient } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Menu, MenuItem } from "#components/ui/menu.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, readsUnder } from "#lib/dashboard/client.ts";
import { useSession } from "../../session.tsx";

/** Something that time, a payer or a bank may bring. */
export type SimulatedTurn = {
  scenario: string;
  /** As on the button: "Let the payer take it back". */
  verb: string;
  /** What will happen then, and what endpoints hear. */
  touches: string;
};

/** In the sandbox: what may happen next to an object in its present state, let happen now. */
export function SimulateMenu({ id, turns }: { id: string; turns: readonly SimulatedTurn[] }) {
  const { mode, session } = useSession();
  const [chosen, setChosen] = useState<SimulatedTurn | null>(null);
  const [open, setOpen] = useState(false);
  const simulate = useSimulate(id);
  if (mode !== "test" || !session.may.includes("use_sandbox") || turns.length === 0) return null;
  return (
    <>
      <Menu
        trigger={<Button icon={<FlaskConical className="size-4" aria-hidden />}>Simulate</Button>}
      >
        {turns.map((turn) => (
          <MenuItem
            key={turn.scenario}
            onSelect={() => {
              setChosen(turn);
              setOpen(true);
            }}
          >
            {turn.verb}
          </MenuItem>
        ))}
      </Menu>
      {chosen && (
        <ConfirmDialog
          key={chosen.scenario}
          title={`${chosen.verb}?`}
          touches={`${chosen.touches} The clock stays where it is; this cannot be undone.`}
          verb={chosen.verb}
          open={open}
          onOpenChange={setOpen}
          onConfirm={async () => {
            await simulate(chosen.scenario);
            toast.done("Done: it stands below");
          }}
        />
      )}
    </>
  );
}

function useSimulate(id: string) {
  const { mode } = useSession();
  const queries = useQueryClient();
  // One for each scenario: pressing twice asks once.
  const [attempts] = useState(() => new Map<string, string>());
  return async (scenario: string) => {
    const attempt = attempts.get(scenario) ?? crypto.randomUUID();
    attempts.set(scenario, attempt);
    try {
      await client.post("/:mode/simulations/:id", { mode, id }, { scenario, attempt });
      attempts.delete(scenario);
    } finally {
      await queries.invalidateQueries(readsUnder(`/${mode}/`));
    }
  };
}
