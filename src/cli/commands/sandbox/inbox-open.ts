import { inbox } from '../../../contract/modules/inbox.ts'
import { defineCommand } from '../../command/command.ts'
import { text, time } from '../../command/view.ts'
import type { Context } from '../../context/context.ts'
import { mailFormatOf, mailFormats, printsMessage, printsPart } from '../../mail/mail-part.ts'
import { askInbox, type OpenMessage } from '../../sandbox/inbox.ts'
import { isRemoteInbox } from '../../sandbox/remote-inbox.ts'
import { requireSandbox } from '../../sandbox/state.ts'

export const command = defineCommand({
  endpoint: inbox.get,
  positionals: ['message?'],
  options: {
    format: { kind: 'text', choices: mailFormats },
    open: { kind: 'switch' },
  },
  isPublic: true,
  aliases: ['show'],
  examples: [
    'sandbox inbox open',
    'sandbox inbox open 12',
    'sandbox inbox open 12 --format html > message.html',
    'sandbox inbox open 12 --open',
    'sandbox inbox open 12 -o json --fields links',
  ],
  failures: ['not_found', 'sandbox_not_running'],
  async run(context, { positionals: { message }, options: { format: given, open } }) {
    const format = mailFormatOf(given)
    if (message === undefined) {
      // A script gets only the URL.
      const opens = open || context.host.stdout.isTTY === true
      return openPage(context, await pageUrl(context), opens)
    }
    const path = `/${encodeURIComponent(message)}`
    const isRemote = await isRemoteInbox(context)
    const one = isRemote
      ? await askAccount(context, message)
      : await askInbox<OpenMessage>(context, path)
    // The pages of the inbox are for the machine of the sandbox.
    const url = isRemote ? undefined : await pageUrl(context, path)
    if (open && url !== undefined) return openPage(context, url, true)
    if (printsPart(context, format) || (format === undefined && printsMessage(context))) {
      const { printMessage, printPart } = await import('../../mail/print-mail.ts')
      const { parseMessage } = await import('../../../core/mail/mail-message.ts')
      const { source, text: content, html } = one
      // The source has lost the characters of other encodings. The inbox has decoded both parts.
      const shown = { ...(await parseMessage(source)), text: content, html, mime: source }
      await (format ? printPart(context, shown, format) : printMessage(context, shown))
      return undefined
    }
    return { one: { ...one, ...(url !== undefined && { url }) } }
  },
  view: {
    fields: [
      text('id'),
      text('from'),
      text('to'),
      text('subject'),
      text('preheader'),
      time('received_at'),
      text('text'),
      text('links'),
      text('url'),
    ],
  },
})

async function askAccount(context: Context, message: string): Promise<OpenMessage> {
  const client = await context.client()
  const { data } = await client.call(
    inbox.get,
    { message: Number(message) },
    { signal: context.host.stopped },
  )
  return data
}

const pageUrl = async (context: Context, path = ''): Promise<string> =>
  new URL(`/sandbox/mail${path}`, (await requireSandbox(context)).url).href

async function openPage(context: Context, url: string, opens: boolean) {
  const view = { fields: [text('url')] }
  if (!opens) return { one: { url }, view }
  const { openAddress } = await import('../../mail/open-mail.ts')
  return { one: await openAddress(context, url), view }
}
