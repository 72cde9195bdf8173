/** What is said around an import of contacts. */
export const imports = {
  importing: 'Importing',
  checking: 'Checking',
  workbook: 'an Excel workbook',
  notResumable: 'This cannot be read again: if the import stops, it cannot be resumed.',
  settled: (rows: string) => `Rows done so far: ${rows}`,
  rejectsIn: (path: string) => `Refused rows: ${path}`,
  mendRejects: (path: string) => `Refused rows are in ${path}: mend them and import that file.`,
  goOnAnyway: (command: string) => `To go on all the same: ${command}`,
  overLimit: (most: string) => `more than --max-rejects ${most}`,
  halfOfStart: 'more than half of the first 1,000',
  unfinished: 'an unfinished import',
}

/** What is about to happen to lists and the people on them. */
export const people = {
  deletesList: (name: string, contacts: string) =>
    `“${name}” and its contacts (${contacts}) are about to be deleted for good.`,
  removesContact: (contact: string, list: string) =>
    `${contact} is about to be removed from the list ${list}.`,
  erasesContact: (contact: string) =>
    `Everything about ${contact} is about to be deleted for good.`,
  unsubscribes: (who: string) => `${who} is about to be unsubscribed.`,
  deletesField: (field: string) =>
    `The field ${field} and its values are about to be deleted for good.`,
}
