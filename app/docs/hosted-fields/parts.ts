/** The sections of the guide by their anchor. */
export const PARTS = {
  start: "In five minutes",
  how: "How it works",
  "three-d-secure": "3-D Secure",
  interface: "The interface",
  events: "Events",
  styling: "Styling",
  errors: "Errors",
  policy: "Content-Security-Policy",
  "test-cards": "Test cards",
  pci: "Card data and PCI",
  accessibility: "Accessibility",
} as const;

export type PartId = keyof typeof PARTS;
