import type { Change } from '../../html/clients/change.ts'
import type { Context } from '../context/context.ts'

/** The mail programs whose rules are known well enough to apply them. */
export const mailClients = ['gmail', 'outlook'] as const
export type MailClient = (typeof mailClients)[number]

export const mailClientOf = (given: string | undefined): MailClient | undefined =>
  mailClients.find((client) => client === given)

/** A message as a mail program takes it, with what it changes in words. */
export interface ClientView {
  client: MailClient
  name: string
  note: string
  bytes: number
  changes: readonly (Change & { message: string })[]
  html: string
}

export async function viewIn(
  client: MailClient,
  source: string,
  { messages }: Context,
): Promise<ClientView> {
  const { clients } = messages.mailView
  const { html, changes } =
    client === 'gmail'
      ? (await import('../../html/clients/gmail.ts')).asGmail(source)
      : (await import('../../html/clients/outlook.ts')).asOutlook(source)
  return {
    ...{ client, html },
    name: clients.names[client],
    note: clients.notes[client],
    bytes: Buffer.byteLength(source),
    changes: changes.map((change) => ({
      ...change,
      message: clients.changes[change.code](change.subject),
    })),
  }
}
