import { bareValue, readFieldGroups } from './field-groups.ts'

/**
 * Feedback types (RFC 5965, RFC 6591) that are not complaints: a withdrawn one, and reports of
 * failed authentication. All others are, and a report without a type is: a person wants no mail.
 */
const otherTypes = ['not-spam', 'auth-failure', 'dkim', 'dmarc', 'tlsrpt']

export const isComplaintType = (type: string): boolean => !otherTypes.includes(type.toLowerCase())

export interface Complaint {
  /** Candidates for our return path, as the provider recorded it. */
  returnPaths: readonly string[]
  /** URLs of the original to unsubscribe, among them that of its List-Unsubscribe header. */
  unsubscribeUrls: readonly string[]
}

/** Bounds the work for a message that contains nothing but candidates. */
const maxCandidates = 20

/**
 * Reads a `message/feedback-report` part and the original message or its header. Undefined if it is
 * not a complaint.
 */
export function readFeedbackReport(report: string, original: string): Complaint | undefined {
  const [fields] = readFieldGroups(report)
  if (!isComplaintType(fields?.get('feedback-type') ?? '')) return undefined
  const mailFrom = bareValue(fields?.get('original-mail-from'))
  return referencesIn(original, mailFrom === undefined ? [] : [mailFrom])
}

/**
 * Collects what identifies the original message. Providers record the return path in several
 * headers and remove some, so that the whole original is searched.
 */
export function referencesIn(original: string, returnPaths: readonly string[] = []): Complaint {
  // Folded lines, and those of quoted-printable, may split a URL.
  const text = original.replace(/=\r?\n/g, '').replace(/\r?\n[ \t]+/g, ' ')
  const paths = text.match(/(?<![\w-])b-[0-9a-f]{2,200}@[\w.-]{1,253}/gi) ?? []
  const urls = text.match(/(?<=[<("'\s])https?:\/\/[^\s<>"')]{1,500}/gi) ?? []
  return {
    returnPaths: firstOf([...returnPaths, ...paths]),
    // Those of the pages that unsubscribe. A message may have many other links before them.
    unsubscribeUrls: firstOf(urls.filter((url) => url.includes('/u/'))),
  }
}

const firstOf = (candidates: readonly string[]): string[] =>
  [...new Set(candidates)].slice(0, maxCandidates)
