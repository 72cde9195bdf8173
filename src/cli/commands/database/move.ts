import { dirname, join } from 'node:path'
import { Failure } from '../../../core/failure.ts'
import { defineCommand } from '../../command/command.ts'
import { number, text } from '../../command/view.ts'
import type { Context } from '../../context/context.ts'
import { ownFile, postgresUrl } from '../../database/installed.ts'

export const command = defineCommand({
  effect: 'create',
  options: {
    from: { kind: 'text', placeholder: 'FILE' },
    to: { kind: 'text', placeholder: 'URL' },
  },
  isPublic: true,
  examples: [
    'database move --to postgres://remite@db.example/remite',
    'database move --from /srv/remite/remite.db --to postgres:///remite?host=/run/postgresql',
  ],
  failures: [
    'missing_input',
    'secret_in_flag',
    'not_a_database',
    'database_in_use',
    'schema_older',
    'schema_newer',
    'database_unreachable',
    'database_not_empty',
    'database_differs',
    'interrupted',
    'terminated',
  ],
  async run(context, { options }) {
    const { environment, host, output, messages } = context
    const url = postgresUrl(context, options.to)
    if (url === undefined) throw new Failure('missing_input', { values: { flags: '--to' } })
    const file = options.from ?? ownFile(context)
    const { moveToPostgres } = await import('../../../service/database/move.ts')
    const moved = await moveToPostgres({
      file,
      url,
      stopped: host.stopped,
      onRows: await startRowProgress(context),
    })
    output.clearProgress()
    output.note(messages.operating.databaseMoved(moved.putAway))
    if (environment.masterKey === undefined) {
      output.note(messages.operating.setMovedKey(join(dirname(file), 'master.key')))
    }
    output.note(messages.operating.startMoved)
    return { one: { tables: moved.tables, rows: moved.rows, put_away: moved.putAway } }
  },
  view: { fields: [number('tables'), number('rows'), text('put_away')] },
})

/** Shows one progress bar for the copy and one for the verification. */
async function startRowProgress({ output, messages }: Context) {
  const { copyingRows, checkingRows } = messages.operating
  const bars = {
    copying: await output.startProgress(copyingRows),
    checking: await output.startProgress(checkingRows),
  }
  return (step: keyof typeof bars, count: number, total: number) => bars[step].update(count, total)
}
