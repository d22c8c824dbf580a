"use client";

import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { Menu, MenuItem, MenuNote } from "#components/ui/menu.tsx";
import { toast } from "#components/ui/toast.tsx";
import { fileAddress } from "#lib/dashboard/client.ts";
import { useSession } from "../../../session.tsx";
import { saveFile } from "../save-file.ts";

const FORMATS = [
  { format: "camt.053", label: "camt.053 (XML)" },
  { format: "mt940", label: "MT940" },
] as const;

/** A menu that downloads the sandbox bank's statement, to try the screen. */
export function SandboxStatement() {
  const { mode, session } = useSession();
  const save = useMutation({
    mutationFn: async (format: string) => {
      const address = fileAddress("/:mode/bank-statements/sandbox", { mode }, { format });
      await saveFile(address);
    },
    onError: (error) => toast.failed("There is no statement", { error }),
  });
  if (!session.may.includes("download_reports")) return null;
  const icon = <Download className="size-3.5" aria-hidden />;
  return (
    <Menu
      trigger={
        <Button icon={icon} loading={save.isPending}>
          Sandbox statement
        </Button>
      }
    >
      <MenuNote>
        The sandbox bank’s bookings of the last 30 days, until yesterday by the sandbox clock
      </MenuNote>
      {FORMATS.map(({ format, label }) => (
        <MenuItem key={format} icon={icon} onSelect={() => save.mutate(format)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
