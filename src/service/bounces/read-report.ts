import type { Attachment, Email } from 'postal-mime'
import { type RecipientReport, readDeliveryStatus } from './delivery-status.ts'
import { type Complaint, readFeedbackReport } from './feedback-report.ts'
import { isAutoReply, readHeuristicBounce } from './heuristic-bounce.ts'

/** The content of a message to the inbox. */
export type Report =
  | { is: 'delivery_status'; recipients: readonly RecipientReport[] }
  | { is: 'complaint'; complaint: Complaint }
  | { is: 'auto_reply' | 'other' }

/**
 * The parser takes seconds for 100,000 empty lines. The longest reports, with HTML before the
 * relevant part, have some hundreds.
 */
const maxLines = 3000

function firstLines(raw: Uint8Array): Uint8Array {
  let end = 0
  for (let line = 0; line < maxLines; line++) {
    end = raw.indexOf(0x0a, end) + 1
    if (end === 0) return raw
  }
  return raw.subarray(0, end)
}

/** Reads a report. Content that cannot be understood is `other`, not an error. */
export async function readReport(raw: Uint8Array): Promise<Report> {
  const { default: PostalMime } = await import('postal-mime')
  const email = await PostalMime.parse(firstLines(raw), { forceRfc822Attachments: true })
  const feedback = partOf(email, /^message\/feedback-report$/)
  if (feedback !== undefined) {
    const original = partOf(email, /^(message\/rfc822|text\/rfc822-headers)$/) ?? ''
    const complaint = readFeedbackReport(feedback, original)
    return complaint ? { is: 'complaint', complaint } : { is: 'other' }
  }
  const status = partOf(email, /^message\/(global-)?delivery-status$/)
  if (status !== undefined) {
    const recipients = readDeliveryStatus(status)
    if (recipients.length > 0) return { is: 'delivery_status', recipients }
  }
  return readLoosely(email)
}

function readLoosely(email: Email): Report {
  const message = {
    headers: new Map(email.headers.map(({ key, value }) => [key, value])),
    subject: email.subject ?? '',
    text: email.text ?? textOf(email.html),
  }
  const bounce = readHeuristicBounce(message)
  if (bounce) return { is: 'delivery_status', recipients: [{ addresses: [], bounce }] }
  return { is: isAutoReply(message) ? 'auto_reply' : 'other' }
}

/** Only removes tags, since the text is never displayed. */
const textOf = (html = ''): string => html.replace(/<[^<>]*>/g, '\n').replace(/&nbsp;/g, ' ')

function partOf({ attachments }: Email, type: RegExp): string | undefined {
  const part = attachments.find(({ mimeType }) => type.test(mimeType))
  return part && contentOf(part)
}

const contentOf = ({ content }: Attachment): string =>
  typeof content === 'string' ? content : new TextDecoder().decode(content)
