/** What is said around an import of contacts. */
export const imports = {
  uploading: 'Sending the file (KB)',
  jobGoesOn: (follow: string, cancel: string) =>
    `The server goes on with it. To look: ${follow}; to cancel: ${cancel}`,
  jobMayRun: (look: string) => `The server may have begun the import. To look: ${look}`,
  importing: 'Importing',
  checking: 'Checking',
  exporting: 'Exporting (KB)',
  kinds: {
    xls: 'an old Excel workbook (.xls), or one with a password',
    xlsb: 'a binary Excel workbook (.xlsb)',
    ods: 'an OpenDocument spreadsheet (.ods)',
  },
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
  deletesUser: (username: string, contacts: string) =>
    `The user ${username}, with its lists and contacts (${contacts}), is about to be deleted for good.`,
  removesContact: (contact: string, list: string) =>
    `${contact} is about to be removed from the list ${list}.`,
  erasesContact: (contact: string) =>
    `Everything about ${contact} is about to be deleted for good.`,
  overwritesFile: (path: string) => `The file ${path} is about to be overwritten.`,
  unsubscribes: (who: string) => `${who} is about to be unsubscribed.`,
  deletesWebhook: (webhook: string) =>
    `Webhook ${webhook} will be deleted, with what it has not been told yet.`,
  deletesField: (field: string) =>
    `The field ${field} and its values are about to be deleted for good.`,
  cleans: {
    unsubscribe: (list: string, most: string) =>
      `Bad addresses of “${list}” are about to be unsubscribed: at most ${most}.`,
    delete: (list: string, most: string) =>
      `Bad addresses of “${list}” are about to be deleted for good: at most ${most}.`,
  },
  bulk: {
    add_tag: (list: string, most: string) =>
      `Contacts of “${list}” are about to be given a tag: at most ${most}.`,
    remove_tag: (list: string, most: string) =>
      `Contacts of “${list}” are about to lose a tag: at most ${most}.`,
    move: (list: string, most: string) =>
      `Contacts of “${list}” are about to be moved to another list: at most ${most}.`,
    copy: (list: string, most: string) =>
      `Contacts of “${list}” are about to be copied to another list: at most ${most}.`,
    unsubscribe: (list: string, most: string) =>
      `Contacts of “${list}” are about to be unsubscribed: at most ${most}.`,
    delete: (list: string, most: string) =>
      `Contacts of “${list}” are about to be deleted for good: at most ${most}.`,
    set_field: (list: string, most: string) =>
      `A field of contacts of “${list}” is about to be overwritten: at most ${most}.`,
  },
}
