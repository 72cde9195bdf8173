import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { minuteMs } from '../core/time.ts'
import { messageOf } from '../messages/endpoints.ts'
import { clean, cleanText } from './clean.ts'
import { lifetimeMinutes } from './confirmations.ts'
import type { McpMessages } from './messages.ts'
import type { Plan } from './plan-shape.ts'
import type { ToolAction } from './tool-specs.ts'

/** Asks the user to agree to a plan. Undefined: the client could not ask. */
export type Ask = (action: ToolAction, plan: Plan) => Promise<boolean | undefined>

interface AskOptions {
  messages: McpMessages
  signal: AbortSignal
}

/** How the user of a client is asked; undefined for a client that cannot (elicitation, in the protocol). */
export function askThrough(server: Server, { messages, signal }: AskOptions): Ask | undefined {
  if (!server.getClientCapabilities()?.elicitation?.form) return undefined
  const { ask } = messages.assistant
  return async (action, plan) => {
    const asked = server.elicitInput(
      {
        message: questionOf(action, plan, messages),
        requestedSchema: {
          type: 'object',
          properties: { confirm: { type: 'boolean', title: ask.confirm, default: false } },
          required: ['confirm'],
        },
      },
      { signal, timeout: lifetimeMinutes * minuteMs },
    )
    // A client that cannot show the question gets the plan instead, as if it had not offered to ask.
    const answer = await asked.catch(() => undefined)
    signal.throwIfAborted()
    return answer && answer.action === 'accept' && answer.content?.confirm === true
  }
}

const maxValueLength = 300

/** The plan for a person to read, one value a line. */
function questionOf(
  { noun, verb }: ToolAction,
  {
    account,
    sandbox,
    arguments: given,
    subject = {},
    recipients,
    when,
    affected,
    checks = [],
  }: Plan,
  messages: McpMessages,
): string {
  const values: Record<string, unknown> = {
    account,
    sandbox,
    ...given,
    ...subject,
    ...(recipients && { recipients: recipients.count }),
    ...(affected !== undefined && { contacts: affected }),
    when,
    ...(checks.length > 0 && { checks: checks.map(({ code }) => code).join(', ') }),
  }
  const lines = Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => `${cleanText(name, messages)}: ${shown(clean(value, messages))}`)
  const { summary } = messageOf(messages.endpoints, noun, verb)
  return [`${summary}?`, ...lines, messages.assistant.ask.more].join('\n')
}

/** A value on one line, so that it cannot look like another. */
function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const line = text.replace(/\s+/g, ' ')
  return line.length <= maxValueLength ? line : `${line.slice(0, maxValueLength)}…`
}
