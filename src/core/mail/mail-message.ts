import type { Address, Email } from 'postal-mime'

/** A message with decoded parts and headers. */
export interface MailMessage {
  /** As `Ana <ana@example.org>`. */
  from: string
  to: string
  cc: string
  replyTo: string
  subject: string
  /** ISO 8601, or the text of the header if it is no date. Empty without the header. */
  date: string
  html: string
  text: string
  /** In order, with the original names. A value is unfolded and otherwise unchanged. */
  headers: { name: string; value: string }[]
  attachments: MailAttachment[]
}

interface MailAttachment {
  filename: string
  type: string
  bytes: number
}

/** Parses a message (MIME). */
export async function parseMessage(raw: string | Uint8Array): Promise<MailMessage> {
  const { default: PostalMime } = await import('postal-mime')
  const email: Email = await PostalMime.parse(raw)
  const { html = '', text = '', headers, from, to, cc, replyTo, subject = '', date = '' } = email
  return {
    from: addressesIn(from && [from]),
    to: addressesIn(to),
    cc: addressesIn(cc),
    replyTo: addressesIn(replyTo),
    subject,
    date,
    html,
    text,
    headers: headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    attachments: email.attachments.map(({ filename, mimeType, content }) => ({
      filename: filename ?? '',
      type: mimeType,
      bytes: typeof content === 'string' ? content.length : content.byteLength,
    })),
  }
}

const addressesIn = (addresses: readonly Address[] = []): string =>
  addresses
    .map(({ name, address }) => (address ? (name ? `${name} <${address}>` : address) : name))
    .join(', ')

/** Decodes the encoded words of a header (RFC 2047). */
export async function decodeHeader(value: string): Promise<string> {
  const { decodeWords } = await import('postal-mime')
  return decodeWords(value)
}
