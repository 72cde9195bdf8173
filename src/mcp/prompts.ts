import type { GetPromptResult, Prompt } from '@modelcontextprotocol/sdk/types.js'
import type { Account } from './account.ts'
import { cleanText } from './clean.ts'
import type { McpMessages } from './messages.ts'
import { mayUse } from './permission.ts'
import { type ToolSpec, toolSpecs } from './tool-specs.ts'

type PromptName = keyof McpMessages['assistant']['prompts']

interface PromptMessages {
  title: string
  description: string
  arguments: Readonly<Record<string, string>>
  text(given: Record<string, string>): string
}

/** The tools that each prompt asks for. */
const toolsOf: Record<PromptName, readonly ToolSpec['name'][]> = {
  draft_campaign: ['list', 'draft_campaign', 'check'],
  report_last_campaign: ['list', 'report'],
  clean_up_list: ['list', 'get', 'clean_list'],
}

/** Returns the tool of a prompt that the account may not use. */
export const missingFor = (account: Account, name: string): ToolSpec | undefined =>
  toolSpecs.find((tool) => toolsIn(name).includes(tool.name) && !mayUse(account, tool))

const toolsIn = (name: string): readonly string[] =>
  Object.hasOwn(toolsOf, name) ? toolsOf[name as PromptName] : [] // checked by `hasOwn`

/** Prompts for common tasks. They consist of messages only. */
const promptMessages = ({ assistant }: McpMessages): Record<PromptName, PromptMessages> =>
  assistant.prompts

/** The prompts whose tools the account may use. */
export const promptsFor = (account: Account, messages: McpMessages): Prompt[] =>
  Object.entries(promptMessages(messages))
    .filter(([name]) => !missingFor(account, name))
    .map(([name, { title, description, arguments: taken }]) => ({
      name,
      title,
      description,
      arguments: Object.entries(taken).map(([argument, help]) => ({
        name: argument,
        description: help,
        required: true,
      })),
    }))

/** Undefined if there is no prompt of this name or an argument is missing. */
export function readPrompt(
  messages: McpMessages,
  name: string,
  values: Readonly<Record<string, string>> = {},
): GetPromptResult | undefined {
  const prompts: Partial<Record<string, PromptMessages>> = promptMessages(messages)
  const prompt = Object.hasOwn(prompts, name) ? prompts[name] : undefined
  if (!prompt) return undefined
  const names = Object.keys(prompt.arguments)
  if (names.some((each) => !values[each])) return undefined
  const filled = Object.fromEntries(
    names.map((each) => [each, cleanText(values[each] ?? '', messages)]),
  )
  const text = prompt.text(filled)
  return {
    description: prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text } }],
  }
}
