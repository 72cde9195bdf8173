import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import { yieldToEventLoop } from '../core/clock.ts'
import type { Language } from '../core/language.ts'
import { messageOf } from '../messages/endpoints.ts'
import type { McpMessages } from './messages.ts'
import { inputSchemaOf, isIdempotent } from './schema.ts'
import {
  mayNeedConfirmation,
  type Permission,
  type ToolAction,
  type ToolSpec,
  toolSpecs,
} from './tool-specs.ts'

type Described = Tool & Pick<ToolSpec, 'permission'>

const cache = new Map<Language, Promise<Described[]>>()

/** The tools for these permissions, in one language. */
export async function toolsFor(
  permissions: readonly Permission[],
  messages: McpMessages,
): Promise<Tool[]> {
  const all = cache.get(messages.language) ?? describeAll(messages)
  cache.set(messages.language, all)
  return (await all)
    .filter(({ permission }) => permissions.includes(permission))
    .map(({ permission: _, ...tool }) => tool)
}

/** Describes one tool per turn of the event loop, because schemas are slow and a service has other clients. */
async function describeAll(messages: McpMessages): Promise<Described[]> {
  const all: Described[] = []
  for (const tool of toolSpecs) {
    all.push(describe(tool, messages))
    await yieldToEventLoop()
  }
  return all
}

function describe(tool: ToolSpec, messages: McpMessages): Described {
  const { name, permission, actions } = tool
  const { title } = messages.assistant.tools[name]
  return {
    name,
    title,
    description: descriptionOf(tool, messages),
    inputSchema: inputSchemaOf(tool, messages),
    annotations: { title, ...hintsOf(actions) },
    permission,
  }
}

/** The purpose of a tool, the contract's summary of each action, and whether it needs a confirmation. */
function descriptionOf({ name, actions }: ToolSpec, { assistant, endpoints }: McpMessages): string {
  const lines = [assistant.tools[name].description]
  if (actions.length > 1) {
    for (const { choice, noun, verb } of actions) {
      lines.push(assistant.summary(choice, messageOf(endpoints, noun, verb).summary))
    }
  }
  if (actions.some(mayNeedConfirmation)) lines.push(assistant.takesConfirmation)
  return lines.join('\n')
}

const hintsOf = (actions: readonly ToolAction[]) => ({
  readOnlyHint: actions.every(({ endpoint }) => endpoint.effect === 'read'),
  destructiveHint: actions.some(mayNeedConfirmation),
  idempotentHint: actions.every(({ endpoint }) => isIdempotent(endpoint)),
  // Mail leaves the account; everything else stays in it.
  openWorldHint: actions.some(sendsMail),
})

const sendsMail = (action: ToolAction): boolean =>
  mayNeedConfirmation(action) && (action.endpoint.effect === 'send' || action.isSensitive === true)
