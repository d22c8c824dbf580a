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

/** An outcome that can be simulated for an object. */
export type Scenario = {
  scenario: string;
  /** The button: "Open a dispute". */
  verb: string;
  /** The consequences, with the event that endpoints receive. */
  touches: string;
};

/** In the sandbox: outcomes that are possible in the object's present state. */
export function SimulateMenu({ id, scenarios }: { id: string; scenarios: readonly Scenario[] }) {
  const { mode, session } = useSession();
  const [chosen, setChosen] = useState<Scenario | null>(null);
  const [open, setOpen] = useState(false);
  const simulate = useSimulate(id);
  if (mode !== "test" || !session.may.includes("use_sandbox") || scenarios.length === 0)
    return null;
  return (
    <>
      <Menu
        trigger={<Button icon={<FlaskConical className="size-4" aria-hidden />}>Simulate</Button>}
      >
        {scenarios.map((one) => (
          <MenuItem
            key={one.scenario}
            onSelect={() => {
              setChosen(one);
              setOpen(true);
            }}
          >
            {one.verb}
          </MenuItem>
        ))}
      </Menu>
      {chosen && (
        <ConfirmDialog
          key={chosen.scenario}
          title={`${chosen.verb}?`}
          touches={`${chosen.touches} The sandbox clock does not move. This cannot be undone.`}
          verb={chosen.verb}
          open={open}
          onOpenChange={setOpen}
          onConfirm={async () => {
            await simulate(chosen.scenario);
            toast.done("Outcome simulated");
          }}
        />
      )}
    </>
  );
}

function useSimulate(id: string) {
  const { mode } = useSession();
  const queries = useQueryClient();
  // One id per scenario: a second press repeats the same request.
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
