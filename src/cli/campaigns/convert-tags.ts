import { convertForeignTags } from '../../core/foreign-tags/convert.ts'
import type { KnownTag } from '../../core/foreign-tags/names.ts'
import { oneLine } from '../../core/safe-text.ts'
import { knownTags } from '../../operations/known-tags.ts'
import type { Context } from '../context/context.ts'

/** The flag that translates merge tags of other tools. */
export const convertOptions = { 'convert-tags': { kind: 'switch' } } as const

const parts = ['asunto', 'preheader', 'html', 'text'] as const

type Content = { readonly [Part in (typeof parts)[number]]?: string | undefined }

/** Translates the merge tags of other tools in a message. Prints each translation once. */
export async function convertTags<Message extends Content>(
  context: Context,
  message: Message,
  lists: readonly (string | number)[],
): Promise<Message> {
  const { messages, output } = context
  const known = await knownTags(await context.client(), lists)
  const { converted, translated, left } = convertContent(message, known)
  for (const [from, to] of translated) {
    output.note(messages.sending.translatedTag(oneLine(from), oneLine(to)))
  }
  for (const tag of left) await output.warn(messages.sending.untranslatedTag(oneLine(tag)))
  return { ...message, ...converted }
}

/** Translates the parts that a message has, and returns each tag once. */
export function convertContent(message: Content, known: readonly KnownTag[]) {
  const translated = new Map<string, string>()
  const left = new Set<string>()
  const converted: Partial<Record<(typeof parts)[number], string>> = {}
  for (const part of parts) {
    const source = message[part]
    if (source === undefined) continue
    const conversion = convertForeignTags(source, known)
    converted[part] = conversion.text
    for (const { from, to } of conversion.translated) translated.set(from, to)
    for (const tag of conversion.left) left.add(tag)
  }
  return { converted, translated, left }
}
