"use client";

import { Ellipsis, KeyRound, Pause, Pencil, Play, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { later } from "#components/ui/later.tsx";
import { Menu, MenuItem, MenuSeparator } from "#components/ui/menu.tsx";
import { RefusedAction } from "#components/ui/refused-action.tsx";
import type { EndpointDetailView } from "#lib/dashboard/views/endpoints.ts";
import type { Asked } from "./endpoint-dialogs.tsx";

const EndpointDialogs = later(() =>
  import("./endpoint-dialogs.tsx").then(({ EndpointDialogs }) => EndpointDialogs),
);

/** Actions on an endpoint, or why they are not possible. */
export function EndpointActions({ endpoint }: { endpoint: EndpointDetailView }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const { edit, test } = endpoint.allowedActions;
  // The other actions have the same permission and no state of their own.
  if (!edit.allowed) return <RefusedAction verb="Change endpoint" reason={edit.reason} />;
  const disabled = endpoint.status === "disabled";
  const icon = "size-3.5";
  return (
    <>
      {disabled ? (
        <Button
          variant="primary"
          icon={<Play className={icon} aria-hidden />}
          onClick={() => setAsked("enable")}
        >
          Enable
        </Button>
      ) : null}
      {!test.allowed ? (
        <RefusedAction verb="Send test event" reason={test.reason} />
      ) : (
        <Button icon={<Send className={icon} aria-hidden />} onClick={() => setAsked("test")}>
          Send test event
        </Button>
      )}
      <Button icon={<Pencil className={icon} aria-hidden />} onClick={() => setAsked("edit")}>
        Edit
      </Button>
      <Menu
        trigger={
          <IconButton label="More actions" variant="secondary">
            <Ellipsis className="size-4" aria-hidden />
          </IconButton>
        }
      >
        <MenuItem
          icon={<KeyRound className="size-4" aria-hidden />}
          onSelect={() => setAsked("rotate")}
        >
          Rotate secret
        </MenuItem>
        {!disabled && (
          <MenuItem
            icon={<Pause className="size-4" aria-hidden />}
            onSelect={() => setAsked("disable")}
          >
            Disable
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem
          danger
          icon={<Trash2 className="size-4" aria-hidden />}
          onSelect={() => setAsked("delete")}
        >
          Delete
        </MenuItem>
      </Menu>
      <EndpointDialogs endpoint={endpoint} asked={asked} ask={setAsked} />
    </>
  );
}
