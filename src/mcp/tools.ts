import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import { yieldToEventLoop } from '../core/clock.ts'
import type { Language } from '../core/language.ts'
import { messageOf } from '../messages/endpoints.ts'
import type { Account } from './account.ts'
import type { McpMessages } from './messages.ts'
import { inputSchemaOf, isIdempotent } from './schema.ts'
import { coversTool } from './scopes.ts'
import { mayNeedConfirmation, type ToolAction, type ToolSpec, toolSpecs } from './tool-specs.ts'

type Described = Tool & { spec: ToolSpec }

const cache = new Map<Language, Promise<Described[]>>()

/** The tools that the account may use, in one language. */
export async function toolsFor(
  { permissions, scopes }: Pick<Account, 'permissions' | 'scopes'>,
  messages: McpMessages,
): Promise<Tool[]> {
  const all = cache.get(messages.language) ?? describeAll(messages)
  cache.set(messages.language, all)
  return (await all)
    .filter(({ spec }) => permissions.includes(spec.permission) && coversTool(scopes, spec))
    .map(({ spec: _, ...tool }) => tool)
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
  const { name, actions } = tool
  const { title } = messages.assistant.tools[name]
  return {
    name,
    title,
    description: descriptionOf(tool, messages),
    inputSchema: inputSchemaOf(tool, messages),
    annotations: { title, ...hintsOf(actions) },
    spec: tool,
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
