"use client";

import { Ellipsis, Plus, RotateCw, Search, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Input } from "#components/ui/input.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { Menu, MenuItem, MenuSeparator } from "#components/ui/menu.tsx";
import { RadioGroup } from "#components/ui/radio-group.tsx";
import { SecretDialog } from "#components/ui/secret-dialog.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { Select } from "#components/ui/select.tsx";
import { Switch } from "#components/ui/switch.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { toast } from "#components/ui/toast.tsx";

const VERSIONS = [
  { value: "2026-12-01", label: "2026-12-01", note: "Newest" },
  { value: "2026-04-01", label: "2026-04-01" },
  { value: "2025-10-01", label: "2025-10-01" },
];

const SPECIMEN_UNDO = { run: async () => {}, done: "Team is available again" };

const SCOPES = [
  { value: "full", label: "Everything", note: "Can read and write every resource in this mode." },
  { value: "limited", label: "Selected resources", note: "For a report job or a support tool." },
] as const;

export function ControlSpecimens() {
  return (
    <div className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-2">
      <Buttons />
      <Floating />
      <Fields />
      <Choices />
    </div>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-2 text-12 font-medium text-ink-faint">{label}</h3>
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </div>
  );
}

function Buttons() {
  return (
    <div className="flex flex-col gap-5">
      <Row label="Button: verb and object; one primary button per page">
        <Button variant="primary" icon={<Plus className="size-3.5" aria-hidden />}>
          Create key
        </Button>
        <Button>Export rows</Button>
        <Button variant="quiet">Clear all</Button>
        <Button variant="danger">Revoke key</Button>
      </Row>
      <Row label="Loading keeps the width; disabled is visible and announced">
        <Button variant="primary" loading>
          Refund 12.00 EUR
        </Button>
        <Button disabled>Replay delivery</Button>
        <Button variant="primary" disabled>
          Save endpoint
        </Button>
      </Row>
      <Row label="Icon button: always has a name">
        <IconButton label="Refresh">
          <RotateCw className="size-4" aria-hidden />
        </IconButton>
        <IconButton label="More actions" variant="secondary">
          <Ellipsis className="size-4" aria-hidden />
        </IconButton>
        <span className="ml-4 flex items-center gap-1.5 text-12 text-ink-muted">
          <Kbd>j</Kbd> <Kbd>k</Kbd> move, <Kbd>↵</Kbd> opens
        </span>
      </Row>
    </div>
  );
}

function Floating() {
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <div className="flex flex-col gap-5">
      <Row label="Secret shown once; consequences with numbers">
        <Button onClick={() => setSecret("whsec_3f9c1d7b5a2e48c6b0d4f7a19e5c83d2")}>
          Show a secret
        </Button>
        <SecretDialog title="Signing secret" secret={secret} onStored={() => setSecret(null)} />
        <ConfirmDialog
          title="Revoke backend-1?"
          touches="3 requests in the last hour used this key. Requests will get 401 key_invalid as soon as you revoke it. This cannot be undone."
          verb="Revoke key"
          typeToConfirm="backend-1"
          trigger={<Button>Revoke a live key</Button>}
          onConfirm={async () => toast.done("Key backend-1 revoked")}
        />
      </Row>
      <Row label="Form in a dialog: errors are shown at their fields">
        <PlanForm />
      </Row>
      <Row label="Menu and toast">
        <Menu align="start" trigger={<Button>Actions</Button>}>
          <MenuItem onSelect={() => toast.done("Team is retired", { undo: SPECIMEN_UNDO })}>
            Retire plan
          </MenuItem>
          <MenuSeparator />
          <MenuItem
            danger
            icon={<Trash2 className="size-4" aria-hidden />}
            onSelect={() =>
              toast.failed("The endpoint could not be deleted", {
                description: "2 deliveries are in progress.",
              })
            }
          >
            Delete endpoint
          </MenuItem>
        </Menu>
      </Row>
      <Tabs
        label="Specimen"
        tabs={[
          {
            value: "overview",
            label: "Overview",
            content: <p className="text-13">Arrow keys move between tabs.</p>,
          },
          {
            value: "attempts",
            label: "Attempts",
            count: 3,
            content: <p className="text-13">A count is exact.</p>,
          },
          { value: "json", label: "JSON", content: <p className="text-13">The raw object.</p> },
        ]}
      />
    </div>
  );
}

/** Fails without a price, as the service would; succeeds with one. */
function PlanForm() {
  const [open, setOpen] = useState(false);
  const [price, setPrice] = useState("");
  const [error, setError] = useState<(Error & { param?: string }) | null>(null);
  const create = () => {
    if (Number(price) > 0) {
      setOpen(false);
      toast.done(`Team, ${price} EUR a month, was created`);
    } else
      setError(Object.assign(new Error("Enter an amount such as 19.00."), { param: "amount" }));
  };
  return (
    <FormDialog
      title="Create a plan"
      description="Price and interval cannot be changed later."
      trigger={<Button>Create a plan</Button>}
      open={open}
      onOpenChange={setOpen}
      verb="Create plan"
      submit={{ mutate: create, reset: () => setError(null), isPending: false, error }}
      onOpen={() => setPrice("")}
    >
      {(errorOf) => (
        <Field label="Price of one unit" error={errorOf("amount")}>
          <Input inputMode="decimal" value={price} onValueChange={setPrice} after="EUR" />
        </Field>
      )}
    </FormDialog>
  );
}

function Fields() {
  const [version, setVersion] = useState("2026-12-01");
  return (
    <div className="flex max-w-form flex-col gap-4">
      <Field
        label="Endpoint URL"
        hint="HTTPS with a valid certificate."
        error="The certificate of this host has expired. Renew it, then save again."
      >
        <Input mono defaultValue="https://shop.example/hooks" />
      </Field>
      <Field label="Search" hideLabel>
        <Input
          before={<Search className="size-3.5" aria-hidden />}
          placeholder="Id, e-mail, last four digits"
        />
      </Field>
      <Field label="Amount" hint="Up to 129.00 EUR can be refunded.">
        <Input inputMode="decimal" defaultValue="12.00" after="EUR" />
      </Field>
      <Field label="API version">
        <Select choices={VERSIONS} value={version} onChange={setVersion} />
      </Field>
      <Field label="Description" optional>
        <Textarea placeholder="Purpose of this endpoint" />
      </Field>
    </div>
  );
}

function Choices() {
  const [scope, setScope] = useState<"full" | "limited">("full");
  const [range, setRange] = useState<"7" | "30" | "90">("30");
  const [on, setOn] = useState(true);
  return (
    <div className="flex max-w-form flex-col gap-5">
      <RadioGroup label="Scope" choices={SCOPES} value={scope} onChange={setScope} />
      <div className="flex flex-col gap-2">
        <Checkbox label="payment.succeeded" hint="The payment succeeded" defaultChecked />
        <Checkbox label="payment.failed" />
        <Checkbox label="Every payment event" indeterminate />
      </div>
      <Switch
        label="Deliver to this endpoint"
        hint="If off, deliveries are held."
        checked={on}
        onChange={setOn}
      />
      <Segmented
        label="Period"
        value={range}
        onChange={setRange}
        choices={[
          { value: "7", label: "7 days" },
          { value: "30", label: "30 days" },
          { value: "90", label: "90 days" },
        ]}
      />
    </div>
  );
}
