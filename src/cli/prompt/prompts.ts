import { emitKeypressEvents, type Interface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import {
  checkbox,
  input,
  password,
  Separator,
  search as searchIn,
  select as selectFrom,
} from '@inquirer/prompts'
import { Failure } from '../../core/failure.ts'
import { oneLine } from '../../core/safe-text.ts'
import { mayAsk } from './may-ask.ts'
import { messagesOf, type Prompter } from './prompter.ts'
import { isSameName } from './same-name.ts'
import { answerText, themeOf, wrapped } from './theme.ts'

export interface Choice<Value> {
  readonly value: Value
  readonly name: string
}

/** True for a good answer, otherwise the sentence that says what is wrong with it. */
type Validate = (text: string) => true | string | Promise<true | string>

interface Question {
  /** The answer of Enter on an empty line. */
  fallback?: string | undefined
  /** Whether the answer may be empty. */
  isOptional?: boolean
  validate?: Validate
  /** How the text is understood, shown behind it while it is typed. */
  preview?: ((text: string) => string | undefined) | undefined
}

/** Asks for a line of text. A bad answer stays on the line, with what is wrong with it. */
export const ask = (
  prompter: Prompter,
  message: string,
  { fallback, isOptional = false, validate = () => true, preview }: Question = {},
): Promise<string> =>
  answered(prompter, (context) =>
    input(
      {
        message,
        theme: themeOf(prompter),
        ...(fallback !== undefined && { default: fallback }),
        ...(preview && {
          transformer: (text: string, { isFinal }: { isFinal: boolean }) =>
            withPreview(prompter, text, { isFinal, meaning: preview(text) }),
        }),
        validate: (text) => {
          if (text.trim() !== '') return validate(text)
          return isOptional || messagesOf(prompter).answerNeeded
        },
      },
      context,
    ),
  )

function withPreview(
  { palette }: Prompter,
  text: string,
  { isFinal, meaning }: { isFinal: boolean; meaning: string | undefined },
): string {
  const shown = isFinal ? palette.value(text) : text
  return meaning === undefined ? shown : `${shown} ${palette.dim(`(${oneLine(meaning)})`)}`
}

/** Asks for a secret without showing it or its length. */
export const askSecret = (
  prompter: Prompter,
  message: string,
  validate: Validate = () => true,
): Promise<string> =>
  answered(prompter, (context) =>
    password(
      {
        message,
        toggleMask: false,
        theme: themeOf(prompter),
        validate: (text) => (text === '' ? messagesOf(prompter).answerNeeded : validate(text)),
      },
      context,
    ),
  )

/** Asks for a yes or no. Both languages are accepted. Enter is no, unless it `isYes`. */
export async function confirm(
  prompter: Prompter,
  message: string,
  { isYes = false }: { isYes?: boolean } = {},
): Promise<boolean> {
  const { yesOrNo, yesByDefault, answerYesOrNo } = messagesOf(prompter)
  const answer = await answered(prompter, (context) =>
    input(
      {
        message: `${message} (${isYes ? yesByDefault : yesOrNo})`,
        theme: themeOf(prompter),
        validate: (text) => readYesOrNo(text) !== undefined || answerYesOrNo,
      },
      context,
    ),
  )
  return answer.trim() === '' ? isYes : readYesOrNo(answer) === true
}

/** Asks for a name to be typed. Returns whether it is exactly one of these. */
export async function typeName(
  prompter: Prompter,
  message: string,
  ...names: readonly string[]
): Promise<boolean> {
  const typed = await answered(prompter, (context) =>
    input({ message, theme: themeOf(prompter) }, context),
  )
  return names.some((name) => isSameName(typed, name))
}

export const select = <Value>(
  prompter: Prompter,
  message: string,
  choices: readonly Choice<Value>[],
  fallback?: Value,
): Promise<Value> =>
  answered(prompter, (context) =>
    selectFrom(
      {
        message,
        choices: choices.map(shownIn(prompter, message)),
        theme: themeOf(prompter),
        pageSize,
        loop: false,
        ...(fallback !== undefined && { default: fallback }),
      },
      context,
    ),
  )

/** Asks for several choices, each marked with the space bar. */
export const selectSeveral = <Value>(
  prompter: Prompter,
  message: string,
  choices: readonly Choice<Value>[],
  { isOptional = false }: { isOptional?: boolean } = {},
): Promise<Value[]> =>
  answered(prompter, (context) =>
    checkbox(
      {
        message,
        // A single choice is marked, because Enter alone would choose nothing.
        choices: choices.map((choice) => ({
          ...shownIn(prompter, message)(choice),
          checked: choices.length === 1 && !isOptional,
        })),
        theme: themeOf(prompter),
        pageSize,
        loop: false,
        validate: (chosen) =>
          isOptional || chosen.length > 0 || messagesOf(prompter).chooseWithSpace,
      },
      context,
    ),
  )

/** Finds the choices for a text; undefined is an empty text. */
export type FindChoices<Value> = (
  text: string | undefined,
  signal: AbortSignal,
) => readonly Choice<Value>[] | Promise<readonly Choice<Value>[]>

/** Asks for one of many choices, which what is typed narrows down. */
export const search = <Value>(
  prompter: Prompter,
  message: string,
  find: FindChoices<Value>,
): Promise<Value> =>
  answered(prompter, (context) =>
    searchIn(
      {
        message,
        theme: themeOf(prompter),
        pageSize,
        source: async (text, { signal }) => {
          const found = await find(text, signal)
          if (found.length > 0) return found.map(shownIn(prompter, message))
          return [new Separator(messagesOf(prompter).nothingFound)] // the library would say it in English
        },
      },
      context,
    ),
  )

const pageSize = 10

/** A choice with its lines; the answer stays on the line of its question. */
const shownIn =
  (prompter: Prompter, message: string) =>
  <Value>({ value, name }: Choice<Value>) => ({
    value,
    name: wrapped(prompter, name),
    short: answerText(prompter, message, name),
  })

const yesAnswers = new Set(['y', 'yes', 's', 'sí', 'si'])
const noAnswers = new Set(['', 'n', 'no'])

/** Parses an answer: empty means no, undefined means neither. */
export function readYesOrNo(text: string): boolean | undefined {
  const answer = text.trim().normalize('NFC').toLowerCase()
  if (yesAnswers.has(answer)) return true
  return noAnswers.has(answer) ? false : undefined
}

interface PromptContext {
  readonly input: Readable
  readonly output: Writable
  readonly signal: AbortSignal
}

/** How long an Escape may be the first byte of an arrow key: a slow line sends them apart. */
const escapeMs = 100

/** Runs a prompt on standard error. Escape, Ctrl-C and the end of input throw `interrupted`. */
async function answered<Value>(
  { stdin, stderr, noInput, stopped }: Prompter,
  prompt: (context: PromptContext) => Promise<Value>,
): Promise<Value> {
  if (!mayAsk({ stdin, stderr }, { noInput })) throw new Failure('confirmation_needed')
  const left = new AbortController()
  // On Ctrl-D readline closes and pauses its input, but the prompt would wait forever.
  const leave = () => setImmediate(() => stdin.isPaused() && left.abort())
  const leaveOnEscape = (_: unknown, key?: { name?: string }) => {
    if (key?.name === 'escape') left.abort()
  }
  emitKeypressEvents(stdin, { escapeCodeTimeout: escapeMs } as unknown as Interface) // it reads nothing else
  stdin.on('pause', leave)
  stdin.on('keypress', leaveOnEscape)
  const signal = stopped ? AbortSignal.any([left.signal, stopped]) : left.signal
  try {
    return await prompt({ input: stdin, output: stderr, signal })
  } catch (cause) {
    if (cause instanceof Error && leavingNames.has(cause.name)) {
      throw new Failure('interrupted', {}, { cause })
    }
    throw cause
  } finally {
    stdin.off('pause', leave)
    stdin.off('keypress', leaveOnEscape)
  }
}

const leavingNames = new Set(['ExitPromptError', 'AbortPromptError'])
