/** A column of which almost all cells have a type. */
interface AlmostAll {
  column: string
  type: string
  /** As the flag `--type` takes it. */
  wireType: string
  fitting: string
  filled: string
  /** The first cell that does not fit. */
  example: string
  line: string
}

/** Texts of an import or export of contacts. */
export const imports = {
  uploading: 'Uploading (KB)',
  jobContinues: (follow: string, cancel: string) =>
    `The import continues on the server. To check it: ${follow}; to cancel it: ${cancel}`,
  jobMayRun: (look: string) => `The server may have started the import. To check: ${look}`,
  importing: 'Importing',
  checking: 'Checking',
  exporting: 'Exporting (KB)',
  kinds: {
    xls: 'an old Excel workbook (.xls), or one with a password',
    xlsb: 'a binary Excel workbook (.xlsb)',
    ods: 'an OpenDocument spreadsheet (.ods)',
  },
  readingColumns: 'Reading the columns',
  unused: (count: string, names: string) => `Columns that are not used (${count}): ${names}`,
  unusedWithFlag: (count: string, names: string) =>
    `Columns that are not used (${count}): ${names}. --create-fields creates them as fields.`,
  askCreateFields: (count: string, fields: string) =>
    `Columns that are not used (${count}): ${fields}. Create them as fields of the list?`,
  createAll: 'Yes, all of them',
  createSome: 'Some of them',
  createNone: 'No, leave them out',
  whichFields: 'Which fields?',
  newFields: (fields: string) => `New fields: ${fields}`,
  fieldsToCreate: (fields: string) => `Fields that the import would create: ${fields}`,
  fieldTypes: {
    text: 'text',
    number: 'number',
    date: 'date',
    boolean: 'yes or no',
    url: 'web address',
  },
  almostAll: ({ column, type, wireType, fitting, filled, example, line }: AlmostAll) =>
    `“${column}” looks like “${type}” in ${fitting} of ${filled} rows, but not “${example}” in line ${line}, so the new field is a text. Correct that value, or first create the field with \`lists fields create --type ${wireType}\`, which rejects such rows.`,
  tagged: (tags: string) => `Tags for every contact: ${tags}`,
  noStatus: (column: string, values: string) =>
    `“${column}” is not read as the status of the contacts, because its values are none, such as ${values}. --map "${column}=status" reads it as the status.`,
  noList: (name: string, near: string | undefined) =>
    `There is no list “${name}”${near === undefined ? '' : ` (similar: ${near})`}. Create it?`,
  whichList: 'Import into which list?',
  aNewList: 'A new list',
  nameOfList: 'Name of the new list',
  wouldDo: (created: string, updated: string, skipped: string) =>
    `Contacts that the import would create: ${created}; update: ${updated}; leave unchanged: ${skipped}`,
  unknownOutcome:
    'The list is too large to say here how many contacts are new. --upload --dry-run asks the server.',
  wouldReject: (rejected: string, rows: string) =>
    `Invalid rows, which would be rejected: ${rejected} of ${rows}.`,
  wouldStop: 'The import would stop, because they are more than half of the first 1,000.',
  moreRejects: (count: string) => `Invalid rows that are not shown: ${count}`,
  allRejects: 'To write all invalid rows to a file: --rejects FILE',
  moreDoubtful: (count: string) => `Doubtful addresses that are not shown: ${count}`,
  cleanLater:
    'Doubtful addresses are imported too. `lists clean` finds them later, except typing mistakes.',
  addressFlaws: {
    bad_address: 'No mail can be delivered to it.',
    likely_typo: 'Probably {meant}.',
    disposable: 'A disposable address.',
    role_address: 'A role, such as info@, not a person.',
  },
  notResumable: 'This input can be read only once. If the import stops, it cannot be resumed.',
  processed: (rows: string) => `Rows processed so far: ${rows}`,
  rejectsIn: (path: string) => `Rejected rows: ${path}`,
  fixRejects: (path: string) =>
    `The rejected rows are in ${path}. Fix them there and import that file.`,
  sendingEvents: 'Sending events',
  eventsReadOnce:
    'This input can be read only once. If the run stops, only events with an event_id can be sent again without being recorded twice.',
  mixedProperty: (name: string) =>
    `The values of ${name} have different types: as a new property it becomes text.`,
  fixRejectedEvents: (path: string) =>
    `The rejected events are in ${path}. Fix them there and send that file.`,
  continueAnyway: (command: string) => `To continue anyway: ${command}`,
  overLimit: (most: string) => `more than --max-rejects ${most}`,
  halfOfStart: 'more than half of the first 1,000',
  unfinished: 'an unfinished import',
  erasedLeftOut: (count: string) =>
    `Left out, because the people were erased and only a hash is stored: ${count}`,
  kept: (counts: string) => `Kept with their status, and not mailed: ${counts}`,
  keptAs: {
    unsubscribed: 'unsubscribed',
    complained: 'complained',
    bounced: 'bounced',
    suppressed: 'suppressed',
    unconfirmed: 'unconfirmed',
  },
}

/** Confirmation texts for changes to lists, contacts and users. */
export const people = {
  deletesList: (name: string, contacts: string) =>
    `This will permanently delete “${name}” and its contacts (${contacts}).`,
  deletesUser: (username: string, contacts: string) =>
    `This will permanently delete the user ${username} with all lists and contacts (${contacts}).`,
  removesContact: (contact: string, list: string) =>
    `This will remove ${contact} from the list ${list}.`,
  erasesContact: (contact: string) =>
    `This will permanently delete all data about ${contact}, on all lists of the account.`,
  overwritesFile: (path: string) => `This will overwrite the file ${path}.`,
  unsubscribes: (who: string) => `This will unsubscribe ${who}.`,
  revokesApp: (app: string) =>
    `This will end the access of the assistant ${app}. To use it again, connect it again.`,
  revokesKey: (key: string) =>
    `This will revoke the API key ${key}. Programs that use it will fail.`,
  deletesWebhook: (webhook: string) =>
    `This will delete webhook ${webhook} and the events that it has not received yet.`,
  deletesField: (field: string) =>
    `This will permanently delete the field ${field} and all its values.`,
  cleans: {
    unsubscribe: (list: string, most: string) =>
      `This will unsubscribe the bad addresses in “${list}”: at most ${most}.`,
    delete: (list: string, most: string) =>
      `This will permanently delete the bad addresses in “${list}”: at most ${most}.`,
  },
  bulk: {
    add_tag: (list: string, most: string) =>
      `This will add a tag to contacts in “${list}”: at most ${most}.`,
    remove_tag: (list: string, most: string) =>
      `This will remove a tag from contacts in “${list}”: at most ${most}.`,
    move: (list: string, most: string) =>
      `This will move contacts from “${list}” to another list: at most ${most}.`,
    copy: (list: string, most: string) =>
      `This will copy contacts from “${list}” to another list: at most ${most}.`,
    unsubscribe: (list: string, most: string) =>
      `This will unsubscribe contacts in “${list}”: at most ${most}.`,
    delete: (list: string, most: string) =>
      `This will permanently delete contacts in “${list}”: at most ${most}.`,
    set_field: (list: string, most: string) =>
      `This will overwrite a field of contacts in “${list}”: at most ${most}.`,
  },
}
