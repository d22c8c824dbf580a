// Erases as the table owner. For workers and the command line: code that answers requests must not import it (`tidy.test.ts`).

export { type ErasureReport, eraseCustomer } from "./erase-customer.ts";
export { eraseRequested } from "./erase-requested.ts";
