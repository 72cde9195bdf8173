import type { Answer, Request } from '../../contract/endpoint.ts'
import { campaigns } from '../../contract/modules/campaigns.ts'
import { parseMessage } from '../../core/mail/mail-message.ts'
import type { Context } from '../context/context.ts'
import type { MailFormat, ShownMessage } from '../mail/mail-part.ts'
import { callOnce } from '../sending/call-once.ts'

type Preview = Answer<typeof campaigns.preview>

/** Returns the message of a campaign as a recipient gets it, or only one part of it. */
export async function previewMessage(
  context: Context,
  input: Request<typeof campaigns.preview>,
  part?: MailFormat,
): Promise<ShownMessage> {
  // The source adds line breaks to the parts.
  if (part === 'html' || part === 'text') {
    return withoutMime(await callOnce(context, campaigns.preview, { ...input, format: part }))
  }
  const preview = await callOnce(context, campaigns.preview, { ...input, format: 'mime' })
  const { mime, preheader } = preview
  if (mime !== undefined) return { ...(await parseMessage(mime)), mime, preheader }
  // Another server may not have the format.
  const { html, text } = preview
  return html || text
    ? withoutMime(preview)
    : withoutMime(await callOnce(context, campaigns.preview, input))
}

/** All that a preview without its source says. */
const withoutMime = ({ asunto = '', preheader = '', html = '', text = '' }: Preview) => ({
  ...{ from: '', to: '', cc: '', replyTo: '', date: '', mime: '', headers: [], attachments: [] },
  subject: asunto,
  preheader,
  html,
  text,
})
