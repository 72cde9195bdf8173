import { oneLine, stripControls } from '../../core/safe-text.ts'
import type { Context } from '../context/context.ts'
import { chooseColor, loadPalette } from '../output/color.ts'
import { displayWidth, padEnd, wrap } from '../output/width.ts'
import type { ShownMessage } from './mail-part.ts'

/** Longer lines are hard to read on any terminal. */
const maxWidth = 100
const minWidth = 20
const defaultWidth = 80

/** Returns the text of a message: its text part, or its HTML as text; undefined if that is too complex. */
export async function readableText({
  text,
  html,
}: Pick<ShownMessage, 'text' | 'html'>): Promise<string | undefined> {
  if (text.trim() !== '' || html === '') return text
  const { textOfHtml } = await import('../../html/html-text.ts')
  return textOfHtml(html, 'parentheses')
}

/** Draws a message for the width of the terminal. */
export async function drawMail(context: Context, message: ShownMessage): Promise<string> {
  const { host, settings, messages } = context
  const { stdout } = host
  const isColored = chooseColor(settings.color.value, { env: host.env, isTerminal: true })
  const palette = await loadPalette(isColored)
  const width = Math.max(minWidth, Math.min(stdout.columns || defaultWidth, maxWidth))
  const lines = headerLines(context, message)
  const labels = Math.max(...lines.map(({ label }) => displayWidth(label)))
  const head = lines.flatMap(({ label, value }) =>
    wrap(oneLine(value), Math.max(minWidth, width - labels - 2)).map(
      (line, index) => `${palette.dim(padEnd(index === 0 ? label : '', labels))}  ${line}`,
    ),
  )
  const text = await readableText(message)
  const body =
    text === undefined
      ? messages.mailView.tooComplex
      : text.trim() === ''
        ? messages.mailView.empty
        : stripControls(text).trim()
  return `${[...head, '', ...wrapText(body, width)].join('\n')}\n`
}

interface HeaderLine {
  label: string
  value: string
}

function headerLines(
  { messages, output }: Context,
  { from, to, cc, replyTo, subject, preheader = '', date, attachments }: ShownMessage,
): HeaderLine[] {
  const { labels } = messages.mailView
  const time = Date.parse(date)
  const files = attachments.map(
    ({ filename, type, bytes }) => `${filename || type} (${output.local.value(bytes, 'bytes')})`,
  )
  return [
    { label: labels.from, value: from },
    { label: labels.to, value: to },
    { label: labels.cc, value: cc },
    { label: labels.replyTo, value: replyTo },
    { label: labels.subject, value: subject },
    { label: labels.preheader, value: preheader },
    { label: labels.date, value: Number.isNaN(time) ? date : output.local.time(time) },
    { label: labels.attachments, value: files.join(', ') },
  ].filter(({ value }) => value !== '')
}

/** Wraps the lines of a text at spaces. A word stays whole, because an address must be copied whole. */
function wrapText(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => {
    const whole = line.trimEnd()
    if (displayWidth(whole) <= width) return [whole]
    const indent = /^[\s>]*/.exec(whole)?.[0].slice(0, width / 2) ?? ''
    const lines: string[] = []
    let current = ''
    for (const word of whole.slice(indent.length).split(/ +/)) {
      const longer = current === '' ? `${indent}${word}` : `${current} ${word}`
      if (current !== '' && displayWidth(longer) > width) {
        lines.push(current)
        current = `${indent}${word}`
      } else current = longer
    }
    return [...lines, current]
  })
}
