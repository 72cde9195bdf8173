import { oneLine } from '../../core/safe-text.ts'
import { columnsOf } from '../host/terminal-size.ts'
import { cut, displayWidth, wrapSentences } from '../output/width.ts'
import { messagesOf, type Prompter } from './prompter.ts'

/** The cells before a question and before a choice. */
const margin = 2

/** Breaks a text at words. The library breaks it inside of them. */
export const wrapped = ({ stderr }: Pick<Prompter, 'stderr'>, text: string): string =>
  wrapSentences(oneLine(text), Math.max(1, columnsOf(stderr) - margin)).replaceAll(
    '\n',
    `\n${' '.repeat(margin)}`,
  )

const minAnswer = 10

/** Cuts a chosen name to what is left of the line of its question. */
export function answerText({ stderr, unicode }: Prompter, message: string, name: string): string {
  const left = columnsOf(stderr) - margin - displayWidth(message) - 1
  return cut(oneLine(name), Math.max(minAnswer, left), unicode ? '…' : '...')
}

/** Replaces the colors and the English texts of the library. */
export function themeOf(prompter: Prompter) {
  const { palette, unicode } = prompter
  const messages = messagesOf(prompter)
  return {
    prefix: { idle: palette.value('?'), done: palette.success(unicode ? '✔' : '*') },
    icon: unicode
      ? { cursor: '❯', checked: palette.success('◉'), unchecked: '◯' }
      : { cursor: '>', checked: '[x]', unchecked: '[ ]' },
    style: {
      answer: palette.value,
      // The message may contain a name from a server.
      message: (text: string) => palette.bold(wrapped(prompter, text)),
      error: (text: string) => palette.error(`> ${wrapped(prompter, text)}`),
      defaultAnswer: (text: string) => palette.dim(`(${text})`),
      help: palette.dim,
      highlight: palette.value,
      maskedText: messages.hidden,
      disabled: palette.dim,
      description: palette.dim,
      searchTerm: palette.value,
      keysHelpTip: (keys: readonly (readonly [key: string, action: string])[]) => {
        const marks = keys.some(([key]) => key === 'space')
        const tips = unicode
          ? [`↑↓ ${messages.keyMove}`, `⏎ ${messages.keyChoose}`]
          : [messages.keyChoose]
        const mark = marks ? [messages.keyMark] : []
        return palette.dim([...mark, ...tips].join(unicode ? ' • ' : ', '))
      },
    },
  }
}
