import { bareValue, readFieldGroups } from './field-groups.ts'

/**
 * The feedback types of RFC 5965 that are complaints. `not-spam`, `auth-failure` and `opt-out` are
 * not.
 */
const complaints = ['abuse', 'fraud', 'virus']

export interface Complaint {
  /** Candidates for our return path, as the provider recorded it. */
  returnPaths: readonly string[]
  /** URLs in the List-Unsubscribe header of the original. */
  unsubscribeUrls: readonly string[]
}

/**
 * Reads a `message/feedback-report` part and the original message or its header. Undefined if it is
 * not a complaint.
 */
export function readFeedbackReport(report: string, original: string): Complaint | undefined {
  const [fields] = readFieldGroups(report)
  const type = fields?.get('feedback-type')?.toLowerCase()
  if (fields === undefined || type === undefined || !complaints.includes(type)) return undefined
  return { ...referencesIn(original, [bareValue(fields.get('original-mail-from'))]) }
}

/** Collects what identifies the original message. */
function referencesIn(original: string, more: readonly (string | undefined)[]): Complaint {
  const [head] = readFieldGroups(original)
  const paths = [...more, bareValue(head?.get('return-path'))]
  const listUnsubscribe = head?.get('list-unsubscribe') ?? ''
  return {
    returnPaths: paths.flatMap((path) => path ?? []),
    unsubscribeUrls: [...listUnsubscribe.matchAll(/<(https?:[^<>\s]+)>/g)].flatMap(
      ([, url]) => url ?? [],
    ),
  }
}
