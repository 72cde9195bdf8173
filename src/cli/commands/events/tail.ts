import { events } from '../../../contract/modules/events.ts'
import { Failure } from '../../../core/failure.ts'
import { defineCommand } from '../../command/command.ts'
import type { Context } from '../../context/context.ts'
import { eventColumns } from '../../events/columns.ts'
import { newEvents, type Position } from '../../events/follow.ts'
import { readSince } from '../../input/times.ts'
import { viewWithNames } from '../../references/shown-names.ts'
import { redactArgv } from '../../sending/redact.ts'
import { shellQuoted } from '../../sending/rerun-command.ts'

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
    const { output, messages } = context
    const position = await startOf(context, since)
    output.note(messages.operating.following)
    try {
      const pages = newEvents(context, input, position)
      const named = await viewWithNames(context, { pages, view })
      await output.show({ pages, view: named, isLive: true })
    } catch (error) {
      throw error instanceof Failure ? withResume(error, resumeCommand(context, position)) : error
    }
    output.note(messages.operating.continueWith(resumeCommand(context, position)))
    return undefined
  },
  view,
})

/** The start position: after the latest event, unless a flag names another. */
async function startOf(context: Context, since: string | undefined): Promise<Position> {
  const { flags, host, timezone } = context
  if (since !== undefined) {
    const from = readSince(since, { zone: timezone, now: host.clock.now() })
    const time = new Date(from).toISOString()
    return { from: time, customFrom: time, cursor: flags.cursor }
  }
  if (flags.cursor !== undefined) return positionOf(flags.cursor)
  const client = await context.client()
  const last = { limit: 1, order: 'desc' } as const
  const { data } = await client.call(events.list, last, { signal: host.stopped })
  return data.items[0] ? { cursor: data.items[0].cursor } : { from: beginning }
}

/** The cursor of the last event, and after an `@` the id of the last custom event. */
function positionOf(text: string): Position {
  const [, cursor = text, id] = /^(.*)@(\d+)$/.exec(text) ?? []
  const custom = id === undefined ? {} : { customId: Number(id) }
  return cursor === '' ? { from: beginning, ...custom } : { cursor, ...custom }
}

/** Where an account without any event begins: every later one is new. */
const beginning = new Date(0).toISOString()

const startFlag = /^--(cursor|since)\b/

/** The command that continues after the events shown so far. */
function resumeCommand({ host: { argv } }: Context, { cursor, from, customId }: Position): string {
  const isStart = (word = '') => startFlag.test(word)
  const others = argv.filter((word, index) => {
    const before = argv[index - 1]
    return !isStart(word) && !(isStart(before) && !before?.includes('='))
  })
  const suffix = customId === undefined || customId === 0 ? '' : `@${customId}`
  const isFromCursor = cursor !== undefined || (from === beginning && suffix !== '')
  const start = isFromCursor ? ['--cursor', `${cursor ?? ''}${suffix}`] : ['--since', String(from)]
  return ['remite', ...redactArgv(others), ...start].map(shellQuoted).join(' ')
}

function withResume(failure: Failure, resume: string): Failure {
  const { values, ...details } = failure.details
  const more = { ...details, values: { ...values, resume } }
  return new Failure(failure.code, more, { cause: failure })
}
