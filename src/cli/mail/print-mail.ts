import { stripControls } from '../../core/safe-text.ts'
import type { Context } from '../context/context.ts'
import { drawMail, readableText } from './draw-mail.ts'
import type { MailFormat, ShownMessage } from './mail-part.ts'

/** Prints one part of a message and nothing else. A file gets it unchanged. */
export async function printPart(
  context: Context,
  message: ShownMessage,
  format: MailFormat,
): Promise<void> {
  const { output, host, messages } = context
  const part = await partOf(message, format)
  if (part === '') {
    await output.warn(messages.mailView.noPart[format])
    return
  }
  // A message can contain sequences that would control the terminal.
  if (host.stdout.isTTY === true) await output.writeText(endLine(stripControls(part)))
  else await output.write(format === 'html' || format === 'mime' ? part : endLine(part))
}

const endLine = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`)

async function partOf(message: ShownMessage, format: MailFormat): Promise<string> {
  switch (format) {
    case 'html':
      return message.html
    case 'mime':
      return message.mime
    case 'headers':
      return message.headers.map(({ name, value }) => `${name}: ${value}\n`).join('')
    case 'text':
      return (await readableText(message)) ?? ''
  }
}

/** Prints a message to be read: its main headers and its text. */
export async function printMessage(context: Context, message: ShownMessage): Promise<void> {
  await context.output.writeText(await drawMail(context, message))
}
