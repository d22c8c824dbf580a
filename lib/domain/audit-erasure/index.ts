// Erases personal values as the table owner. For the command line only: code that answers requests must not import it
// (`tidy.test.ts`).

export { erasePerson } from "./erase-person.ts";
