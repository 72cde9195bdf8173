import { bareValue, readGroups } from './groups.ts'

/** Of RFC 5965: the others (`not-spam`, `auth-failure`, `opt-out`) are not somebody's complaint. */
const complaints = ['abuse', 'fraud', 'virus']

export interface Complaint {
  /** Where the original came from, as the provider wrote it down: our return path. */
  returnPaths: readonly string[]
  /** Addresses in the original's List-Unsubscribe. */
  unsubscribeUrls: readonly string[]
}

/** Reads a `message/feedback-report` with the original, or its head. Undefined: no complaint. */
export function readFeedbackReport(report: string, original: string): Complaint | undefined {
  const [fields] = readGroups(report)
  const type = fields?.get('feedback-type')?.toLowerCase()
  if (fields === undefined || type === undefined || !complaints.includes(type)) return undefined
  return { ...marksOf(original, [bareValue(fields.get('original-mail-from'))]) }
}

/** What of a message of ours tells whose it is. */
function marksOf(original: string, more: readonly (string | undefined)[]): Complaint {
  const [head] = readGroups(original)
  const paths = [...more, bareValue(head?.get('return-path'))]
  const leave = head?.get('list-unsubscribe') ?? ''
  return {
    returnPaths: paths.flatMap((path) => path ?? []),
    unsubscribeUrls: [...leave.matchAll(/<(https?:[^<>\s]+)>/g)].flatMap(([, url]) => url ?? []),
  }
}
