import type { Readable, Writable } from 'node:stream'
import { input, password, select as selectFrom } from '@inquirer/prompts'
import { Failure } from '../../core/failure.ts'
import type { Language } from '../../core/language.ts'
import { oneLine } from '../../core/safe-text.ts'
import type { Palette } from '../output/color.ts'
import { terminalMessages } from '../output/terminal-messages.ts'
import { mayAsk } from './may-ask.ts'
import { isSameName } from './same-name.ts'

export interface Prompter {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stderr: Writable & { readonly isTTY?: boolean }
  readonly noInput: boolean
  readonly language: Language
  /** For standard error. */
  readonly palette: Palette
  readonly unicode: boolean
}

interface Choice<Value> {
  readonly value: Value
  readonly name: string
}

/** Asks for a line of text. An empty answer is asked again unless there is a `fallback`. */
export const ask = (prompter: Prompter, message: string, fallback?: string): Promise<string> =>
  answered(prompter, (context) =>
    input(
      {
        message,
        theme: themeOf(prompter),
        ...(fallback !== undefined && { default: fallback }),
        validate: (text) => text.trim() !== '' || messagesOf(prompter).answerNeeded,
      },
      context,
    ),
  )

/** Asks for a secret without showing it or its length. */
export const askSecret = (prompter: Prompter, message: string): Promise<string> =>
  answered(prompter, (context) =>
    password(
      {
        message,
        toggleMask: false,
        theme: themeOf(prompter),
        validate: (text) => text !== '' || messagesOf(prompter).answerNeeded,
      },
      context,
    ),
  )

/** Asks for a yes or no. No is the default; both languages are accepted. */
export async function confirm(prompter: Prompter, message: string): Promise<boolean> {
  const { yesOrNo, answerYesOrNo } = messagesOf(prompter)
  const answer = await answered(prompter, (context) =>
    input(
      {
        message: `${message} (${yesOrNo})`,
        theme: themeOf(prompter),
        validate: (text) => readYesOrNo(text) !== undefined || answerYesOrNo,
      },
      context,
    ),
  )
  return readYesOrNo(answer) === true
}

/** Asks for a name to be typed. Returns whether it is exactly this one. */
export async function typeName(
  prompter: Prompter,
  message: string,
  name: string,
): Promise<boolean> {
  const typed = await answered(prompter, (context) =>
    input({ message, theme: themeOf(prompter) }, context),
  )
  return isSameName(typed, name)
}

export const select = <Value>(
  prompter: Prompter,
  message: string,
  choices: readonly Choice<Value>[],
): Promise<Value> =>
  answered(prompter, (context) =>
    selectFrom(
      {
        message,
        choices: choices.map(({ value, name }) => ({ value, name: oneLine(name) })),
        theme: themeOf(prompter),
      },
      context,
    ),
  )

const yesAnswers = new Set(['y', 'yes', 's', 'sí', 'si'])
const noAnswers = new Set(['', 'n', 'no'])

/** Parses an answer: empty means no, undefined means neither. */
export function readYesOrNo(text: string): boolean | undefined {
  const answer = text.trim().normalize('NFC').toLowerCase()
  if (yesAnswers.has(answer)) return true
  return noAnswers.has(answer) ? false : undefined
}

const messagesOf = ({ language }: Prompter) => terminalMessages[language]

interface PromptContext {
  readonly input: Readable
  readonly output: Writable
  readonly signal: AbortSignal
}

/** Runs a prompt on standard error. Ctrl-C and the end of input throw `interrupted`. */
async function answered<Value>(
  { stdin, stderr, noInput }: Prompter,
  prompt: (context: PromptContext) => Promise<Value>,
): Promise<Value> {
  if (!mayAsk({ stdin, stderr }, { noInput })) throw new Failure('confirmation_needed')
  const left = new AbortController()
  // On Ctrl-D readline closes and pauses its input, but the prompt would wait forever.
  const leave = () => setImmediate(() => stdin.isPaused() && left.abort())
  stdin.on('pause', leave)
  try {
    return await prompt({ input: stdin, output: stderr, signal: left.signal })
  } catch (cause) {
    if (cause instanceof Error && leavingNames.has(cause.name)) {
      throw new Failure('interrupted', {}, { cause })
    }
    throw cause
  } finally {
    stdin.off('pause', leave)
  }
}

const leavingNames = new Set(['ExitPromptError', 'AbortPromptError'])

/** Replaces the colors and the English texts of the library. */
function themeOf(prompter: Prompter) {
  const { palette, unicode } = prompter
  const messages = messagesOf(prompter)
  return {
    prefix: { idle: palette.value('?'), done: palette.success(unicode ? '✔' : '*') },
    icon: { cursor: unicode ? '❯' : '>' },
    style: {
      answer: palette.value,
      // The message may contain a name from a server.
      message: (text: string) => palette.bold(oneLine(text)),
      error: (text: string) => palette.error(`> ${text}`),
      defaultAnswer: (text: string) => palette.dim(`(${text})`),
      help: palette.dim,
      highlight: palette.value,
      maskedText: messages.hidden,
      disabled: palette.dim,
      description: palette.dim,
      keysHelpTip: () =>
        palette.dim(
          unicode ? `↑↓ ${messages.keyMove} • ⏎ ${messages.keyChoose}` : messages.keyChoose,
        ),
    },
  }
}
