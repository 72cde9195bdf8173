import type { GetPromptResult, Prompt } from '@modelcontextprotocol/sdk/types.js'
import { cleanText } from './clean.ts'
import type { Words } from './words.ts'

type PromptName = keyof Words['own']['prompts']

interface Said {
  title: string
  description: string
  arguments: Readonly<Record<string, string>>
  text(given: Record<string, string>): string
}

/** Common work, as a person may ask for it. All of it is words. */
const saidOf = ({ own }: Words): Record<PromptName, Said> => own.prompts

export const promptsIn = (words: Words): Prompt[] =>
  Object.entries(saidOf(words)).map(([name, { title, description, arguments: taken }]) => ({
    name,
    title,
    description,
    arguments: Object.entries(taken).map(([argument, help]) => ({
      name: argument,
      description: help,
      required: true,
    })),
  }))

/** Undefined where there is none of that name, or one of its arguments is missing. */
export function readPrompt(
  words: Words,
  name: string,
  given: Readonly<Record<string, string>> = {},
): GetPromptResult | undefined {
  const prompts: Partial<Record<string, Said>> = saidOf(words)
  const prompt = Object.hasOwn(prompts, name) ? prompts[name] : undefined
  if (!prompt) return undefined
  const names = Object.keys(prompt.arguments)
  if (names.some((each) => !given[each])) return undefined
  const filled = Object.fromEntries(
    names.map((each) => [each, cleanText(given[each] ?? '', words)]),
  )
  const text = prompt.text(filled)
  return {
    description: prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text } }],
  }
}
