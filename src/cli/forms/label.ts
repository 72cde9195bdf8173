import type { AskOptions } from '../command/form.ts'
import type { Context } from '../context/context.ts'
import { columnsOf } from '../host/terminal-size.ts'
import { wrapSentences } from '../output/width.ts'
import type { FieldFacts } from './asked-field.ts'

/** What names a field for people. */
type Named = Pick<FieldFacts, 'key' | 'kind' | 'name' | 'reference'>

/** Returns the name of a field as a table or a form shows it. */
export function fieldName({ messages }: Context, { key, kind, name = key, reference }: Named) {
  const { headers, prompts, references } = messages
  const labels: Readonly<Record<string, string>> = { ...headers, ...prompts.labels }
  const words = labels[key] ?? name.replaceAll('-', ' ')
  const named = reference && kind !== 'repeat' ? references.one[reference] : words
  return capitalized(named)
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Returns the question for a field: its name with a colon. */
export function fieldLabel(
  context: Context,
  field: FieldFacts,
  { label, isOptional = false }: AskOptions,
): string {
  if (label !== undefined) return label
  const { prompts } = context.messages
  const isList = field.kind === 'repeat' && !field.reference && !field.choices && !field.isRest
  const several = isList ? ` (${prompts.several})` : ''
  const optional = isOptional ? ` (${prompts.optional})` : ''
  return `${fieldName(context, field)}${several}${optional}:`
}

/** A shorter help says no more than the name: “The subject.” */
const minHelpWords = 5

/** Shows the help of a field above its question, if it says more than its name. */
export async function showHelp(context: Context, { help, from, key }: FieldFacts): Promise<void> {
  const isFile = from === 'file' || from === 'json' || key === 'file'
  if (isFile || help.split(' ').length < minHelpWords) return
  const { palette } = await context.prompter()
  const { stderr } = context.host
  stderr.write(`${palette.dim(wrapSentences(`  ${capitalized(help)}`, columnsOf(stderr)))}\n`)
}
