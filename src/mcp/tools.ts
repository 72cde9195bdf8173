import type { Tool, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js'
import { yieldToEventLoop } from '../core/clock.ts'
import type { Language } from '../core/language.ts'
import { messageOf } from '../messages/endpoints.ts'
import type { Account } from './account.ts'
import { outputSchemaOf } from './answers/output-schema.ts'
import type { McpMessages } from './messages.ts'
import { missingForTool } from './permission.ts'
import { inputSchemaOf, isIdempotent, signaturesOf } from './schema.ts'
import { mayNeedConfirmation, type ToolAction, type ToolSpec, toolSpecs } from './tool-specs.ts'

type Described = Tool & { spec: ToolSpec }

const cache = new Map<Language, Promise<Described[]>>()

/** All tools, in one language. Those that the account may not use say what they need. */
export async function toolsFor(account: Account, messages: McpMessages): Promise<Tool[]> {
  const all = cache.get(messages.language) ?? describeAll(messages)
  cache.set(messages.language, all)
  return (await all).map(({ spec, ...tool }) => {
    const needed = missingForTool(account, spec, messages)
    if (needed === undefined) return tool
    return {
      ...tool,
      description: `${messages.assistant.notPermittedNow(needed)} ${tool.description}`,
    }
  })
}

/** Describes one tool per turn of the event loop, because schemas are slow and a service has other clients. */
async function describeAll(messages: McpMessages): Promise<Described[]> {
  const all: Described[] = []
  const described = new Set<string>()
  for (const tool of toolSpecs) {
    all.push(describe(tool, messages, described))
    await yieldToEventLoop()
  }
  return all
}

function describe(tool: ToolSpec, messages: McpMessages, described: Set<string>): Described {
  const { name, actions } = tool
  const { title } = messages.assistant.tools[name]
  return {
    name,
    title,
    description: descriptionOf(tool, messages),
    inputSchema: inputSchemaOf(tool, messages, described),
    outputSchema: outputSchemaOf(tool),
    annotations: hintsOf(actions),
    spec: tool,
  }
}

/** The purpose of a tool, its actions with their arguments, and whether it needs a plan. */
function descriptionOf(tool: ToolSpec, { assistant, endpoints }: McpMessages): string {
  const { name, actions, isPlain } = tool
  const lines = [assistant.tools[name].description]
  if (actions.length > 1) {
    const signatures = signaturesOf(tool)
    for (const { choice, noun, verb } of actions) {
      const signature = signatures.get(choice) ?? choice
      if (!isPlain)
        lines.push(assistant.summary(signature, messageOf(endpoints, noun, verb).summary))
      else if (signature !== choice) lines.push(assistant.signature(signature))
    }
  }
  if (actions.some(mayNeedConfirmation)) lines.push(assistant.takesConfirmation)
  return lines.join('\n')
}

/** Only what differs from the defaults of the protocol: a tool may write, destroy and reach the world. */
function hintsOf(actions: readonly ToolAction[]): ToolAnnotations {
  const isReadOnly = actions.every(({ endpoint }) => endpoint.effect === 'read')
  return {
    ...(isReadOnly && { readOnlyHint: true }),
    ...(!isReadOnly && !actions.some(mayNeedConfirmation) && { destructiveHint: false }),
    ...(!isReadOnly &&
      actions.every(({ endpoint }) => isIdempotent(endpoint)) && { idempotentHint: true }),
    // Mail leaves the account; everything else stays in it.
    ...(!isReadOnly && !actions.some(sendsMail) && { openWorldHint: false }),
  }
}

const sendsMail = (action: ToolAction): boolean =>
  mayNeedConfirmation(action) && (action.endpoint.effect === 'send' || action.isSensitive === true)
