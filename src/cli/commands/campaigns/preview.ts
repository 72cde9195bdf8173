import { campaigns } from '../../../contract/modules/campaigns.ts'
import { previewMessage } from '../../campaigns/preview-message.ts'
import { defineCommand } from '../../command/command.ts'
import { number, text } from '../../command/view.ts'
import { mailFormatOf, mailFormats, printsMessage, printsPart } from '../../mail/mail-part.ts'
import { callOnce } from '../../sending/call-once.ts'

export const command = defineCommand({
  endpoint: campaigns.preview,
  positionals: ['id'],
  // The verb also prints the headers.
  fields: { format: { omit: true } },
  options: {
    format: { kind: 'text', choices: mailFormats },
    open: { kind: 'switch' },
  },
  examples: [
    'campaigns preview 7',
    'campaigns preview 7 --contact 12 --format text',
    'campaigns preview 7 --format html > march.html',
    'campaigns preview 7 --open',
  ],
  async run(context, { input, options: { format: given, open } }) {
    const format = mailFormatOf(given)
    if (open) {
      const { openHtml } = await import('../../mail/open-mail.ts')
      const { html } = await callOnce(context, campaigns.preview, { ...input, format: 'html' })
      return { one: await openHtml(context, html), view: { fields: [text('url')] } }
    }
    if (printsPart(context, format) || (format === undefined && printsMessage(context))) {
      const { printMessage, printPart } = await import('../../mail/print-mail.ts')
      const message = await previewMessage(context, input, format)
      await (format ? printPart(context, message, format) : printMessage(context, message))
      return undefined
    }
    if (format === 'headers') return { one: await previewMessage(context, input) }
    const request = { ...input, ...(format && { format }) }
    return { one: await callOnce(context, campaigns.preview, request) }
  },
  view: { fields: [text('asunto'), text('preheader'), number('size'), text('text')] },
})
