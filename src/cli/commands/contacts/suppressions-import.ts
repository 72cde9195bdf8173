import { defineCommand } from '../../command/command.ts'
import { number, text } from '../../command/view.ts'
import { importSuppressions } from '../../contacts/import-suppressions.ts'
import { suppressionCounts } from '../../contacts/suppression-columns.ts'

export const command = defineCommand({
  effect: 'update',
  positionals: ['file'],
  options: {
    list: { kind: 'text', placeholder: 'LIST', reference: 'list' },
    map: { kind: 'repeat', placeholder: 'COLUMN=FIELD' },
    delimiter: { kind: 'text', placeholder: 'CHARACTER' },
    encoding: { kind: 'text', placeholder: 'NAME' },
    sheet: { kind: 'text', placeholder: 'NAME' },
    rejects: { kind: 'text', placeholder: 'FILE' },
  },
  handlesDryRun: true,
  examples: [
    'contacts suppressions import cleaned_members.csv --dry-run',
    'contacts suppressions import blocklist.csv',
    'contacts suppressions import unsubscribed.csv --list Customers',
  ],
  failures: [
    'file_unreadable',
    'file_empty',
    'file_not_text',
    'file_not_table',
    'workbook_broken',
    'sheet_unknown',
    'no_email_column',
    'not_logged_in',
    'not_found',
    'ambiguous_name',
    'not_offered',
    'network',
    'outcome_unknown',
    'done_in_part',
    'interrupted',
  ],
  async run(context, { options, positionals: { file = '' } }) {
    await importSuppressions(context, file, options)
    return undefined
  },
  view: {
    fields: [
      number('rows'),
      ...suppressionCounts,
      number('skipped'),
      number('rejected'),
      text('rejects_file'),
    ],
  },
})
