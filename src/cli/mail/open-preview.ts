import type { Context } from '../context/context.ts'
import { type MailClient, viewIn } from './client-view.ts'
import { readableText } from './draw-mail.ts'
import type { ShownMessage } from './mail-part.ts'
import { openPage } from './open-mail.ts'
import { previewPage } from './preview-page.ts'

/** Opens one page that shows a message in light, dark and on a phone, and its text. */
export async function openPreview(
  context: Context,
  message: ShownMessage,
  client: MailClient | undefined,
): Promise<{ url: string }> {
  const { messages, output, settings } = context
  const { mailView } = messages
  const page = previewPage({
    message,
    text: (await readableText(message)) ?? mailView.tooComplex,
    language: settings.language.value,
    messages: mailView,
    size: output.local.value(Buffer.byteLength(message.html), 'bytes'),
    ...(client && { client: await viewIn(client, message.html, context) }),
  })
  return openPage(context, page)
}
