// Re-encrypts as the table owner. For the command line only: code that answers requests must not import it (`tidy.test.ts`).

export { type RotatedColumn, rotateMasterKey } from "./rotate.ts";
