// Erases personal values as the owner of the tables: for the command line, not for what answers requests
// (`tidy.test.ts`).

export { erasePerson } from "./erase-person.ts";
