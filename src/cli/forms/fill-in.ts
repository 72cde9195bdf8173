import { oneLine } from '../../core/safe-text.ts'
import type { AnyCommand } from '../command/command.ts'
import type { Answers, AskOptions, Form } from '../command/form.ts'
import type { Context } from '../context/context.ts'
import type { RawInput } from '../input/read-input.ts'
import { rerunCommand } from '../sending/rerun-command.ts'
import type { Verb } from '../syntax/verb.ts'
import { commandWords } from './command-words.ts'
import { emptyChange } from './empty-change.ts'
import { askField } from './field-question.ts'
import { fieldName } from './label.ts'
import { answersOf, isMissing, missingKeys } from './missing.ts'
import { isOwned } from './reference-choice.ts'

interface Asked {
  verb: Verb
  command: AnyCommand
}

/**
 * Asks for everything that is missing, then shows the command that it amounts to. Nothing is sent before
 * the last question. The run goes on as if that command had been typed.
 */
export async function fillIn(
  context: Context,
  { verb, command }: Asked,
  raw: RawInput,
): Promise<RawInput> {
  const answers: Record<string, Answers[string]> = { ...answersOf(raw) }
  const form: Form = {
    answers,
    async ask(key, options = {}) {
      if (!isMissing(answers, key)) return
      await askOwner(key)
      const answer = await askField(context, { verb, command, answers, key }, options)
      if (answer !== undefined) answers[key] = answer
    },
    set(key, answer) {
      answers[key] = answer
    },
  }
  if (command.form?.ask) await command.form.ask(context, form)
  else await askInOrder(context, form, { verb, command })
  const complete = splitAnswers(verb, answers)
  const argv = commandWords(verb, complete)
  context.host = Object.create(context.host, { argv: { value: argv, enumerable: true } })
  if (!command.form?.asksMore?.(answers)) showCommand(context)
  return complete

  /** A field, a job or a contact can be chosen only once its list is known. */
  async function askOwner(key: string): Promise<void> {
    const field = [...verb.positionals, ...verb.flags].find((each) => each.key === key)
    const needsList = field?.reference !== undefined && isOwned(field.reference)
    if (needsList && verb.flags.some((flag) => flag.key === 'id')) await form.ask('id')
  }
}

/** Adds flags for what was asked in the course of the run to its command. */
export function addToCommand(context: Context, words: readonly string[]): void {
  const { argv } = context.host
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length
  const extended = [...argv.slice(0, end), ...words, ...argv.slice(end)]
  context.host = Object.create(context.host, { argv: { value: extended, enumerable: true } })
}

/** Shows the command if something was asked since it was `typed`. */
export function showIfAsked(context: Context, typed: readonly string[]): void {
  if (context.host.argv !== typed) showCommand(context)
}

/** Shows the command on one line, however long, so that it can be copied. */
function showCommand(context: Context): void {
  const { host, flags, messages } = context
  if (flags.quiet) return
  host.stderr.write(`${messages.prompts.asCommand}\n  ${oneLine(rerunCommand(context))}\n`)
}

async function askInOrder(context: Context, form: Form, { verb, command }: Asked): Promise<void> {
  const { positionals, flags } = missingKeys(verb, form.answers)
  for (const key of positionals) await form.ask(key)
  const extras = command.form?.extras ?? []
  const asked = verb.flags.filter(({ key }) => flags.includes(key) || extras.includes(key))
  for (const { key, required } of asked) {
    const options: AskOptions = required ? {} : { isOptional: true }
    await form.ask(key, options)
  }
  const changes = emptyChange(verb, command, form.answers)
  if (changes) await askChanges(context, form, changes)
}

/** Asks what to change, then for each new value. */
async function askChanges(context: Context, form: Form, flags: Verb['flags']): Promise<void> {
  const { selectSeveral } = await import('../prompt/prompts.ts')
  const { prompts } = context.messages
  const choices = flags.map((flag) => ({ value: flag.key, name: fieldName(context, flag) }))
  const keys = await selectSeveral(await context.prompter(), prompts.whatToChange, choices)
  for (const key of keys) await form.ask(key)
}

function splitAnswers(verb: Verb, answers: Answers): RawInput {
  const isWord = (key: string) => verb.positionals.some((positional) => positional.key === key)
  const entries = Object.entries(answers)
  return {
    positionals: Object.fromEntries(entries.filter(([key]) => isWord(key))),
    flags: Object.fromEntries(entries.filter(([key]) => !isWord(key))),
  }
}
