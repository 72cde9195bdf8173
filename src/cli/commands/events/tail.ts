import { events } from '../../../contract/modules/events.ts'
import { Failure } from '../../../core/failure.ts'
import { defineCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { readSince } from '../../input/times.ts'
import { shellQuoted } from '../../sending/again-command.ts'
import { redactWords } from '../../sending/redact.ts'
import { eventColumns } from './columns.ts'
import { newEvents, type Place } from './follow.ts'

const view = { columns: eventColumns }

export const command = defineCommand({
  endpoint: events.list,
  fields: {
    from: { omit: true },
    to: { omit: true },
    order: { omit: true },
    webhook_id: { omit: true },
  },
  options: { since: { kind: 'text', placeholder: 'TIME' } },
  examples: ['events tail', 'events tail --since 1h --type contact.bounce -o ndjson'],
  async run(context, { input, options: { since } }) {
    const { output, words } = context
    const place = await startOf(context, since)
    output.note(words.operating.following)
    try {
      await output.show({
        pages: newEvents(context, input, place),
        view: { columns: eventColumns },
      })
    } catch (error) {
      throw error instanceof Failure ? withResume(error, resumeCommand(context, place)) : error
    }
    output.note(words.operating.goOnWith(resumeCommand(context, place)))
    return undefined
  },
  view,
})

/** Behind what has been, unless somebody says where. */
async function startOf(context: Context, since: string | undefined): Promise<Place> {
  const { flags, host, timezone } = context
  if (since !== undefined) {
    const from = readSince(since, { zone: timezone, now: host.clock.now() })
    return { from: new Date(from).toISOString(), cursor: flags.cursor }
  }
  if (flags.cursor !== undefined) return { cursor: flags.cursor }
  const client = await context.client()
  const last = { limit: 1, order: 'desc' } as const
  const { data } = await client.call(events.list, last, { signal: host.stopped })
  // Where nothing has been, all that will be is new.
  return data.items[0] ? { cursor: data.items[0].cursor } : { from: new Date(0).toISOString() }
}

const startFlag = /^--(cursor|since)\b/

/** This command, to go on behind what was shown. */
function resumeCommand({ host: { argv } }: Context, { cursor, from }: Place): string {
  const isStart = (word = '') => startFlag.test(word)
  const others = argv.filter((word, at) => {
    const before = argv[at - 1]
    return !isStart(word) && !(isStart(before) && !before?.includes('='))
  })
  const start = cursor === undefined ? ['--since', String(from)] : ['--cursor', cursor]
  return ['remite', ...redactWords(others), ...start].map(shellQuoted).join(' ')
}

function withResume(failure: Failure, resume: string): Failure {
  const { values, ...details } = failure.details
  const more = { ...details, values: { ...values, resume } }
  return new Failure(failure.code, more, { cause: failure })
}
