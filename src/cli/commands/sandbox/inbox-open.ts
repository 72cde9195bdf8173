import { defineCommand } from '../../command/command.ts'
import { text, time } from '../../command/view.ts'
import type { Context } from '../../context/context.ts'
import { mailFormatOf, mailFormats, printsMessage, printsPart } from '../../mail/mail-part.ts'
import { askInbox, type OpenMessage } from '../../sandbox/inbox.ts'
import { requireSandbox } from '../../sandbox/state.ts'

export const command = defineCommand({
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
    const one = await askInbox<OpenMessage>(context, path)
    const url = await pageUrl(context, path)
    if (open) return openPage(context, url, true)
    if (printsPart(context, format) || (format === undefined && printsMessage(context))) {
      const { printMessage, printPart } = await import('../../mail/print-mail.ts')
      const { parseMessage } = await import('../../../core/mail/mail-message.ts')
      const { source, text: content, html } = one
      // The source has lost the characters of other encodings. The inbox has decoded both parts.
      const shown = { ...(await parseMessage(source)), text: content, html, mime: source }
      await (format ? printPart(context, shown, format) : printMessage(context, shown))
      return undefined
    }
    return { one: { ...one, url } }
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

const pageUrl = async (context: Context, path = ''): Promise<string> =>
  new URL(`/sandbox/mail${path}`, (await requireSandbox(context)).url).href

async function openPage(context: Context, url: string, opens: boolean) {
  const view = { fields: [text('url')] }
  if (!opens) return { one: { url }, view }
  const { openAddress } = await import('../../mail/open-mail.ts')
  return { one: await openAddress(context, url), view }
}
