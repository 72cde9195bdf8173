import type { GetPromptResult, Prompt } from '@modelcontextprotocol/sdk/types.js'
import { cleanText } from './clean.ts'
import type { McpMessages } from './messages.ts'

type PromptName = keyof McpMessages['assistant']['prompts']

interface PromptMessages {
  title: string
  description: string
  arguments: Readonly<Record<string, string>>
  text(given: Record<string, string>): string
}

/** Prompts for common tasks. They consist of messages only. */
const promptMessages = ({ assistant }: McpMessages): Record<PromptName, PromptMessages> =>
  assistant.prompts

export const promptsIn = (messages: McpMessages): Prompt[] =>
  Object.entries(promptMessages(messages)).map(
    ([name, { title, description, arguments: taken }]) => ({
      name,
      title,
      description,
      arguments: Object.entries(taken).map(([argument, help]) => ({
        name: argument,
        description: help,
        required: true,
      })),
    }),
  )

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
