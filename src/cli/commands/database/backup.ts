import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Failure } from '../../../core/failure.ts'
import { defineCommand } from '../../command/command.ts'
import { number, text } from '../../command/view.ts'
import { ownFile } from '../../database/installed.ts'
import { isOverwriting } from '../../output/save-file.ts'

export const command = defineCommand({
  effect: 'create',
  positionals: ['file'],
  options: { from: { kind: 'text', placeholder: 'FILE' } },
  isPublic: true,
  examples: [
    'database backup /backup/remite-monday.db --yes',
    'database backup copy.db --from /srv/remite/remite.db',
  ],
  failures: ['needs_database_file', 'not_a_database', 'file_unwritable', 'disk_full'],
  async plan({ messages }, { positionals: { file = '' } }) {
    if (!(await isOverwriting(file))) return undefined
    return { sentence: messages.people.overwritesFile(file), count: 1 }
  },
  async run(context, { positionals: { file = '' }, options: { from } }) {
    const { environment, output, messages } = context
    if (from === undefined && environment.databaseUrl !== undefined) {
      throw new Failure('needs_database_file')
    }
    const database = from ?? ownFile(context)
    const { backUp } = await import('../../../service/database/backup.ts')
    await backUp(database, file)
    if (environment.masterKey === undefined) {
      output.note(messages.operating.backUpKey(join(dirname(database), 'master.key')))
    }
    const { size } = await stat(file)
    return { one: { file, bytes: size } }
  },
  view: { fields: [text('file'), number('bytes')] },
})
