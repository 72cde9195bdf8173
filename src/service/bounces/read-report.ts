import type { Attachment, Email } from 'postal-mime'
import { type RecipientReport, readDeliveryStatus } from './delivery-status.ts'
import { type Complaint, readFeedbackReport, referencesIn } from './feedback-report.ts'
import {
  isAutoReply,
  type ParsedMessage,
  readExplanation,
  readHeuristicBounce,
} from './heuristic-bounce.ts'

/** The content of a message to the inbox. */
export type Report =
  | { is: 'delivery_status'; recipients: readonly RecipientReport[] }
  | { is: 'complaint'; complaint: Complaint }
  /** `references`: what identifies a message of ours in it, if any. */
  | { is: 'auto_reply' | 'other'; references: Complaint }

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
  const lines = firstLines(raw)
  const email = await PostalMime.parse(lines, { forceRfc822Attachments: true })
  const message = {
    headers: new Map(email.headers.map(({ key, value }) => [key, value])),
    subject: email.subject ?? '',
    text: email.text ?? textOf(email.html),
  }
  const original = partOf(email, /^(message\/(global|rfc822)|text\/rfc822-headers)$/)
  const feedback = feedbackIn(email, message)
  if (feedback !== undefined) {
    const complaint = readFeedbackReport(feedback, original ?? message.text)
    const references = referencesIn('')
    return complaint ? { is: 'complaint', complaint } : { is: 'other', references }
  }
  const status = partOf(email, /^message\/(global-)?delivery-status$/)
  const recipients = status === undefined ? [] : readDeliveryStatus(status)
  if (recipients.length > 0) {
    return { is: 'delivery_status', recipients: explain(recipients, message) }
  }
  if (original !== undefined && isComplaint(message)) {
    return { is: 'complaint', complaint: referencesIn(original) }
  }
  const reported = readHeuristicBounce(message)
  if (reported) return { is: 'delivery_status', recipients: reported }
  if (original !== undefined && resemblesComplaint(message)) {
    return { is: 'complaint', complaint: referencesIn(original) }
  }
  const references = referencesIn(original ?? new TextDecoder().decode(lines))
  return { is: isAutoReply(message) ? 'auto_reply' : 'other', references }
}

/** The feedback report of a complaint. Some providers send it as plain text. */
function feedbackIn(email: Email, { headers, text }: ParsedMessage): string | undefined {
  const part = partOf(email, /^message\/feedback-report$/)
  if (part !== undefined) return part
  const isFeedback = /report-type="?feedback-report/i.test(headers.get('content-type') ?? '')
  const [report] = /^feedback-type[ \t]*:[\s\S]*/im.exec(text) ?? []
  return report ?? (isFeedback ? '' : undefined)
}

/**
 * Complaints that are only the original as an attachment, such as those of Microsoft's Junk Mail
 * Reporting Program.
 */
const isComplaint = ({ subject, headers }: ParsedMessage): boolean =>
  /complaint about (a |your )?(message|e-?mail)s? from|\[spamcop|feedback.loop/i.test(subject) ||
  /\b(feedback.?loop|fbl|jmrp|scomp)\b/i.test(headers.get('from') ?? '')

/** Words of complaints that servers also use when they refuse a message, and abuse desks when they reply. */
const resemblesComplaint = ({ subject, text, headers }: ParsedMessage): boolean =>
  !/^auto-replied/i.test(headers.get('auto-submitted') ?? '') &&
  (/\b(abuse|spam|junk(?: e?-?mail)?) (report|complaint|notification)/i.test(subject) ||
    /\bthis is an? (\w{1,20} ){0,3}(abuse|spam|complaint|feedback) (report|complaint)/i.test(
      text.slice(0, 2000),
    ))

/** A report that gives no reason has it in the text before. The text of several is about all. */
function explain(
  recipients: readonly RecipientReport[],
  { text }: ParsedMessage,
): readonly RecipientReport[] {
  const [only] = recipients
  if (recipients.length > 1 || only?.bounce?.refusal.kind !== 'unknown') return recipients
  const bounce = readExplanation(text)
  return bounce.refusal.kind === 'unknown' ? recipients : [{ ...only, bounce }]
}

/** Only removes tags, since the text is never displayed. */
const textOf = (html = ''): string => html.replace(/<[^<>]*>/g, '\n').replace(/&nbsp;/g, ' ')

function partOf({ attachments }: Email, type: RegExp): string | undefined {
  const part = attachments.find(({ mimeType }) => type.test(mimeType))
  return part && contentOf(part)
}

const contentOf = ({ content }: Attachment): string =>
  typeof content === 'string' ? content : new TextDecoder().decode(content)
