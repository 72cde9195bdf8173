import type { Answers, AskOptions } from '../command/form.ts'
import type { Context } from '../context/context.ts'
import type { Choice } from '../prompt/prompts.ts'
import type { AskedField, FieldFacts } from './asked-field.ts'
import { checkAnswer } from './check-answer.ts'
import { fieldLabel, showHelp } from './label.ts'
import { chooseReference } from './reference-choice.ts'
import { previewTime } from './time-preview.ts'
import { typedPath } from './typed-path.ts'

/** Asks for one value by the declaration of its field. Undefined if it was left empty. */
export async function askField(
  context: Context,
  asked: AskedField,
  options: AskOptions,
): Promise<Answers[string]> {
  const field = factsOf(context, asked)
  const choices = options.choices ?? field.choices?.map((value) => choiceOf(context, field, value))
  if (choices) return choose(context, field, { ...options, choices })
  if (field.kind === 'switch') return askSwitch(context, field, options)
  if (field.reference) {
    const chosen = await chooseReference(context, field, { ...options, asked })
    if (chosen !== 'unknown') return chosen
  }
  return askText(context, field, { ...options, asked })
}

function factsOf({ settings }: Context, { verb, key }: AskedField): FieldFacts {
  const language = settings.language.value
  const positional = verb.positionals.find((each) => each.key === key)
  if (positional) {
    return {
      ...positional,
      kind: positional.isRest ? 'repeat' : 'text',
      help: positional.help[language],
    }
  }
  const flag = verb.flags.find((each) => each.key === key)
  return flag ? { ...flag, help: flag.help[language] } : { key, kind: 'text', help: key }
}

/** A value of the API with the word for it: `hard – permanent`. */
function choiceOf({ messages }: Context, { key }: FieldFacts, value: string): Choice<string> {
  const groups: Readonly<Record<string, Readonly<Record<string, string>>>> = messages.values
  const word = groups[key]?.[value]
  return { value, name: word === undefined || word === value ? value : `${value} – ${word}` }
}

async function choose(
  context: Context,
  field: FieldFacts,
  { choices, ...options }: AskOptions & { choices: readonly Choice<string>[] },
): Promise<Answers[string]> {
  const { select, selectSeveral } = await import('../prompt/prompts.ts')
  const prompter = await context.prompter()
  const label = fieldLabel(context, field, options)
  if (field.kind === 'repeat') {
    const chosen = await selectSeveral(prompter, label, choices, options)
    return chosen.length === 0 ? undefined : chosen
  }
  const none = { value: undefined, name: options.none ?? context.messages.prompts.none }
  const all = options.isOptional ? [none, ...choices] : choices
  return select<string | undefined>(prompter, label, all, options.fallback)
}

async function askSwitch(context: Context, field: FieldFacts, options: AskOptions) {
  const { confirm } = await import('../prompt/prompts.ts')
  const isOn = await confirm(await context.prompter(), fieldLabel(context, field, options))
  return isOn || (field.canBeOff ? false : undefined)
}

async function askText(
  context: Context,
  field: FieldFacts,
  { asked, fallback, isOptional = false, validate, ...options }: AskOptions & { asked: AskedField },
): Promise<Answers[string]> {
  const { ask } = await import('../prompt/prompts.ts')
  const { home } = context.host.machine
  const isSeveral = field.kind === 'repeat' || field.kind === 'map'
  const partsOf = (text: string) => splitParts(field, text)
  const read = (text: string) => (isPath(asked, field) ? typedPath(text, home) : text.trim())
  if (options.label === undefined) await showHelp(context, field)
  const label = fieldLabel(context, field, { ...options, isOptional })
  const text = await ask(await context.prompter(), label, {
    fallback,
    isOptional,
    async validate(typed) {
      if (validate) return validate(typed)
      for (const part of isSeveral ? partsOf(typed) : [read(typed)]) {
        const found = await checkAnswer(context, asked, {
          field,
          typed: part,
          isPath: isPath(asked, field),
        })
        if (found !== true) return found
      }
      return true
    },
    ...(field.from === 'time' && {
      preview: (typed: string) => previewTime(context, asked.answers, typed),
    }),
  })
  if (text.trim() === '') return undefined
  return isSeveral ? partsOf(text) : read(text)
}

/** A command is split at blanks, other values at commas. */
const splitParts = ({ isRest }: FieldFacts, text: string): string[] =>
  text
    .split(isRest ? /\s+/ : /,/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Whether it is the path of a file to read. */
const isPath = ({ verb }: AskedField, { key, from }: FieldFacts): boolean =>
  from === 'file' ||
  from === 'json' ||
  from === 'attachment' ||
  ((key === 'file' || key === 'body') && verb.failures.includes('file_unreadable'))
