"use client";

import { Fragment, useState } from "react";
import { setSingleKeys, usesSingleKeys } from "#components/table/single-keys.ts";
import { Dialog } from "#components/ui/dialog.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { Switch } from "#components/ui/switch.tsx";

type Key = { keys: readonly string[]; does: string };

const GROUPS: readonly { title: string; keys: readonly Key[] }[] = [
  {
    title: "On every screen",
    keys: [
      { keys: ["⌘K", "Ctrl K"], does: "Search and commands" },
      { keys: ["/"], does: "Search and filter the list: status:failed last7d" },
      { keys: ["?"], does: "Show these shortcuts" },
    ],
  },
  {
    title: "In a list",
    keys: [
      { keys: ["j"], does: "Next row" },
      { keys: ["k"], does: "Previous row" },
      { keys: ["Enter"], does: "Open the row" },
      { keys: ["Space"], does: "Preview the row" },
      { keys: ["x"], does: "Select the row, where rows can be selected" },
      { keys: ["Shift x"], does: "Select all rows from the last selected one" },
      { keys: ["Esc"], does: "Close the preview, clear the selection" },
    ],
  },
  { title: "On a chart", keys: [{ keys: ["t"], does: "Switch between chart and table" }] },
];

export function KeyList(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const [single, setSingle] = useState(usesSingleKeys);
  return (
    <Dialog title="Keyboard shortcuts" {...props}>
      <div className="flex flex-col gap-4">
        {GROUPS.map(({ title, keys }) => (
          <section key={title}>
            <h3 className="mb-1 text-12 font-medium text-ink-faint">{title}</h3>
            <dl className="grid grid-cols-[7rem_1fr] items-center gap-y-1.5 text-13">
              {keys.map((key) => (
                <Fragment key={key.does}>
                  <dt className="flex gap-1">
                    {key.keys.map((one) => (
                      <Kbd key={one}>{one}</Kbd>
                    ))}
                  </dt>
                  <dd>{key.does}</dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
        <Switch
          label="Shortcuts of one key"
          hint="Turn off for speech input or a screen reader that uses these keys. Applies to this browser."
          checked={single}
          onChange={(on) => {
            setSingleKeys(on);
            setSingle(on);
          }}
        />
      </div>
    </Dialog>
  );
}
