import { lists } from '../../../contract/modules/lists.ts'
import { importModes } from '../../../contract/shapes/list-jobs.ts'
import { defineCommand } from '../../command/command.ts'
import { viewOf } from '../../import/run-import.ts'
import { readSettings } from '../../import/settings.ts'
import { startImport } from '../../import/start-import.ts'
import { isOnWeb, uploadImport } from '../../import/upload.ts'

export const command = defineCommand({
  positionals: ['file'],
  options: {
    list: { kind: 'text', placeholder: 'LIST' },
    create: { kind: 'text', placeholder: 'NAME' },
    map: { kind: 'repeat', placeholder: 'COLUMN=FIELD' },
    delimiter: { kind: 'text', placeholder: 'CHARACTER' },
    encoding: { kind: 'text', placeholder: 'NAME' },
    sheet: { kind: 'text', placeholder: 'NAME' },
    mode: { kind: 'text', choices: importModes },
    rejects: { kind: 'text', placeholder: 'FILE' },
    'max-rejects': { kind: 'text', placeholder: 'N|P%' },
    'batch-size': { kind: 'number' },
    concurrency: { kind: 'number' },
    upload: { kind: 'switch' },
    'wait-timeout': { kind: 'text', placeholder: 'DURATION' },
  },
  handlesDryRun: true,
  examples: [
    'lists import clients.csv --list Customers --dry-run',
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
    const isRehearsed = context.flags.dryRun && 'create' in settings.target
    if ((options.upload && !isRehearsed) || mode === 'suppress' || isOnWeb(file)) {
      const timeout = options['wait-timeout']
      await uploadImport(context, file, { ...settings, mode, timeout })
    } else await startImport(context, file, settings)
    return undefined
  },
  view: viewOf({}),
})
