"use client";

import { Toast } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { type ToastOptions, takeToasts, toast, type Undo } from "./toast.tsx";

const manager = Toast.createToastManager<{ docs: string | null | undefined }>();

function add({ tone, title, description, undo, docs }: ToastOptions) {
  const id = manager.add({
    type: tone,
    title,
    description,
    data: { docs },
    timeout: tone === "negative" ? 0 : undo ? 10_000 : 5_000,
    actionProps: undo && {
      children: "Undo",
      onClick: () => {
        manager.close(id);
        void takeBack(undo);
      },
    },
  });
}

async function takeBack({ run, done }: Undo) {
  try {
    await run();
    toast.done(done);
  } catch (error) {
    toast.failed("The change could not be undone", { error });
  }
}

const ICONS: Record<string, ReactNode> = {
  positive: <CircleCheck className="mt-0.5 size-4 text-positive" aria-hidden />,
  negative: <CircleAlert className="mt-0.5 size-4 text-negative-ink" aria-hidden />,
  info: <Info className="mt-0.5 size-4 text-info" aria-hidden />,
};

/** The toasts of the page; loaded after the page. */
export function ToastList() {
  useEffect(() => takeToasts(add), []);
  return (
    <Toast.Provider toastManager={manager} limit={4}>
      <Toast.Portal>
        <Toast.Viewport // A dialog has its buttons at the right of its end, and on a phone across the end of the screen.
          className="fixed inset-x-4 bottom-4 z-50 flex flex-col gap-2 sm:left-auto sm:w-90 [body:has([data-modal])_&]:max-sm:top-4 [body:has([data-modal])_&]:max-sm:bottom-auto [body:has([data-modal])_&]:sm:right-auto [body:has([data-modal])_&]:sm:left-4"
        >
          <Items />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Items() {
  const { toasts } = Toast.useToastManager<{ docs: string | null | undefined }>();
  return toasts.map((item) => (
    <Toast.Root
      key={item.id}
      toast={item}
      swipeDirection={["right", "down"]}
      className="float transition-[opacity,translate] duration-150 data-starting-style:translate-y-2 data-limited:hidden"
    >
      <Toast.Content className="flex items-start gap-2.5 py-2.5 pr-2 pl-3">
        {ICONS[item.type ?? "info"]}
        <div className="min-w-0 flex-1">
          <Toast.Title className="text-13 font-medium" />
          <Toast.Description className="text-12 text-ink-muted" />
          {item.data?.docs && (
            <a
              href={item.data.docs}
              className="text-12 text-accent-ink underline underline-offset-2"
            >
              About this error
            </a>
          )}
        </div>
        <Toast.Action className="h-6 rounded-small px-2 text-12 font-semibold text-accent-ink hover:bg-surface-hover" />
        <Toast.Close
          aria-label="Dismiss"
          // The library hides it from screen readers. It is focusable, so it must not be hidden.
          aria-hidden={false}
          className="flex size-6 items-center justify-center rounded-small text-ink-faint hover:bg-surface-hover hover:text-ink"
        >
          <X className="size-3.5" aria-hidden />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
