import { writeModes } from '../../../contract/shapes/contact.ts'
import { defineCommand } from '../../command.ts'
import { beginImport } from '../../import/begin-import.ts'
import { readSettings } from '../../import/settings.ts'

export const command = defineCommand({
  positionals: ['file'],
  options: {
    list: { kind: 'text', placeholder: 'LIST' },
    create: { kind: 'text', placeholder: 'NAME' },
    map: { kind: 'repeat', placeholder: 'COLUMN=FIELD' },
    delimiter: { kind: 'text', placeholder: 'CHARACTER' },
    encoding: { kind: 'text', placeholder: 'NAME' },
    mode: { kind: 'text', choices: writeModes },
    rejects: { kind: 'text', placeholder: 'FILE' },
    'max-rejects': { kind: 'text', placeholder: 'N|P%' },
    'batch-size': { kind: 'number' },
    concurrency: { kind: 'number' },
  },
  rehearses: true,
  examples: [
    'lists import clients.csv --list Customers --dry-run',
    'lists import clients.csv --create "Clients 2027" --map "Correo trabajo=email"',
    'lists import - --list 3 --max-rejects 2% < clients.csv',
  ],
  async run(context, { options, words: { file = '' } }) {
    await beginImport(context, file, readSettings(options))
    return undefined
  },
})
