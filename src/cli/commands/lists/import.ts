import { lists } from '../../../contract/modules/lists.ts'
import { importModes } from '../../../contract/shapes/list-jobs.ts'
import { defineCommand } from '../../command/command.ts'
import { viewOf } from '../../import/result-view.ts'
import { readSettings } from '../../import/settings.ts'
import { startImport } from '../../import/start-import.ts'
import { isOnWeb, uploadImport } from '../../import/upload.ts'

export const command = defineCommand({
  effect: 'create',
  positionals: ['file'],
  options: {
    list: { kind: 'text', placeholder: 'LIST', reference: 'list', isResolvedLater: true },
    create: { kind: 'text', placeholder: 'NAME' },
    'create-fields': { kind: 'switch' },
    tag: { kind: 'repeat', placeholder: 'TAG' },
    map: { kind: 'repeat', placeholder: 'COLUMN=FIELD' },
    delimiter: { kind: 'text', placeholder: 'CHARACTER' },
    encoding: { kind: 'text', placeholder: 'NAME' },
    sheet: { kind: 'text', placeholder: 'NAME' },
    mode: { kind: 'text', choices: importModes },
    rejects: { kind: 'text', placeholder: 'FILE' },
    'max-rejects': { kind: 'text', placeholder: 'N|P%' },
    'batch-size': { kind: 'number', isWhole: true },
    concurrency: { kind: 'number', isWhole: true },
    upload: { kind: 'switch' },
    'wait-timeout': { kind: 'text', placeholder: 'DURATION' },
  },
  handlesDryRun: true,
  form: { asksMore: ({ list, create }) => list === undefined && create === undefined },
  examples: [
    'lists import clients.csv --list Customers --dry-run',
    'lists import clients.csv --create Customers --create-fields --tag fair-2027',
    'lists import clients.xlsx --list Customers --sheet Madrid',
    'lists import clients.csv --create "Clients 2027" --map "Correo trabajo=email"',
    'lists import clients.csv --list Customers --upload',
    'lists import https://shop.example/clients.csv --list Customers',
    'lists import - --list 3 --max-rejects 2% < clients.csv',
  ],
  failures: [
    'file_unreadable',
    ...lists.import.failures,
    'not_logged_in',
    'import_unfinished',
    'state_unwritable',
    'done_in_part',
    'too_many_rejects',
    'network',
    'outcome_unknown',
    'not_offered',
    'still_running',
    'quota_exceeded',
    'locked',
    'interrupted',
  ],
  async run(context, { options, positionals: { file = '' } }) {
    const settings = readSettings(options)
    const mode = importModes.find((each) => each === options.mode) ?? 'upsert'
    // Only the server can suppress and download. It cannot rehearse an import into a list to be created.
    const { target } = settings
    const isRehearsed = context.flags.dryRun && target !== undefined && 'create' in target
    if ((options.upload && !isRehearsed) || mode === 'suppress' || isOnWeb(file)) {
      const timeout = options['wait-timeout']
      await uploadImport(context, file, { ...settings, mode, timeout })
    } else await startImport(context, file, settings)
    return undefined
  },
  view: viewOf({}),
})
