import { campaigns } from '../../../contract/modules/campaigns.ts'
import { Failure } from '../../../core/failure.ts'
import { previewMessage } from '../../campaigns/preview-message.ts'
import { defineCommand } from '../../command/command.ts'
import { number, sentence, text } from '../../command/view.ts'
import { type ClientView, mailClientOf, mailClients, viewIn } from '../../mail/client-view.ts'
import { mailFormatOf, mailFormats, printsMessage, printsPart } from '../../mail/mail-part.ts'
import { callOnce } from '../../sending/call-once.ts'

export const command = defineCommand({
  endpoint: campaigns.preview,
  positionals: ['id'],
  // The verb also prints the headers.
  fields: { format: { omit: true } },
  options: {
    format: { kind: 'text', choices: mailFormats },
    text: { kind: 'switch' },
    open: { kind: 'switch' },
    client: { kind: 'text', choices: mailClients },
  },
  examples: [
    'campaigns preview 7',
    'campaigns preview 7 --contact 12 --text',
    'campaigns preview 7 --format html > march.html',
    'campaigns preview 7 --open',
    'campaigns preview 7 --client outlook --open',
    'campaigns preview 7 --client gmail -o json --fields changes',
  ],
  async run(context, { input, options }) {
    const given = mailFormatOf(options.format)
    if (options.text && given !== undefined && given !== 'text') {
      const problem = { code: 'not_together', values: { other: '--format' } } as const
      throw new Failure('usage', { problems: [{ field: '--text', ...problem }] })
    }
    const format = options.text ? 'text' : given
    const client = mailClientOf(options.client)
    if (options.open) {
      const { openPreview } = await import('../../mail/open-preview.ts')
      const message = await previewMessage(context, input)
      const one = await openPreview(context, message, client)
      return { one, view: { fields: [text('url')] } }
    }
    if (client) {
      const message = await previewMessage(context, input, 'html')
      const { name: _, ...one } = await viewIn(client, message.html, context)
      if (format === 'html' && printsPart(context, format)) {
        await context.output.write(one.html)
        return undefined
      }
      return { one, view: clientView(one) }
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

function clientView({ changes }: Pick<ClientView, 'changes'>) {
  return {
    fields: [text('client'), number('bytes'), sentence('note')],
    sections: [
      {
        ...{ field: 'changes', title: 'changes', rows: changes },
        columns: [number('line'), text('element'), sentence('message'), number('count')],
      },
    ],
  }
}
