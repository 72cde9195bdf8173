import type { MailMessage } from '../../core/mail/mail-message.ts'
import type { Context } from '../context/context.ts'

/** The parts of a message that `--format` prints. */
export const mailFormats = ['text', 'html', 'headers', 'mime'] as const
export type MailFormat = (typeof mailFormats)[number]

/** A message as a verb shows it. */
export interface ShownMessage extends MailMessage {
  /** The complete message as it is sent. */
  mime: string
  /** The text that mailboxes show beside the subject. */
  preheader?: string
}

export const mailFormatOf = (given: string | undefined): MailFormat | undefined =>
  mailFormats.find((format) => format === given)

/** Whether a person reads the result, and no program asked for data. */
const isForPeople = ({ settings, flags }: Context): boolean => {
  const format = settings.output?.value
  return (format === undefined || format === 'table') && flags.jq === undefined && !flags.fields
}

/** Whether `--format` prints the part itself. With `-o json` and the like, the result is data. */
export const printsPart = (context: Context, format: MailFormat | undefined): boolean =>
  format !== undefined && isForPeople(context)

/** Whether the message is shown to be read: in a terminal, unless data are asked for. */
export const printsMessage = (context: Context): boolean =>
  context.host.stdout.isTTY === true && isForPeople(context)
