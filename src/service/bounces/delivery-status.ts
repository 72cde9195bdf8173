import { truncate } from '../../core/storable-text.ts'
import { classifyRefusal, type Refusal } from '../mail/refusal.ts'
import { bareValue, type Fields, readStatusGroups } from './field-groups.ts'

/** The result for one recipient of a report. */
export interface RecipientReport {
  /** In lower case: the original address and the final one after forwarding. */
  addresses: readonly string[]
  /** Undefined when the message was delivered or is delayed. */
  bounce: Bounce | undefined
}

export interface Bounce {
  refusal: Refusal
  /** The response of the server, on one line. */
  diagnostic: string
}

const maxDiagnosticLength = 500
/** Bounds the work for overlong responses. Servers state the reason first. */
const maxAnswerLength = 4000

/**
 * Reads a `message/delivery-status` part (RFC 3464): one field group for the message, then one per
 * recipient. Some servers omit the address.
 */
export function readDeliveryStatus(text: string): RecipientReport[] {
  const groups = readStatusGroups(text).filter((fields) =>
    ['final-recipient', 'original-recipient', 'action'].some((name) => fields.has(name)),
  )
  return groups.map((fields) => ({
    addresses: ['original-recipient', 'final-recipient'].flatMap(
      (name) => bareValue(fields.get(name))?.toLowerCase() ?? [],
    ),
    bounce: isFailed(fields) ? bounceOf(fields) : undefined,
  }))
}

/**
 * Some servers omit the action. A status of class 5 means the same. A message that is still tried
 * has not failed.
 */
function isFailed(fields: Fields): boolean {
  const action = fields.get('action')?.toLowerCase()
  const status = fields.get('status') ?? ''
  if (fields.has('will-retry-until') && !status.startsWith('5')) return false
  return action === undefined ? status.startsWith('5') : /^fail/.test(action)
}

function bounceOf(fields: Fields): Bounce {
  const status = fields.get('status') ?? ''
  const code = fields.get('diagnostic-code')
  // The exit code of a local program means nothing without its type.
  const response = /^x-unix;/i.test(code ?? '') ? code : bareValue(code)
  // A status may have its reason in a comment.
  const [, comment = ''] = /\(([^()]*)\)/.exec(status) ?? []
  return describeBounce(response ?? comment, status)
}

export function describeBounce(response: string, status = ''): Bounce {
  const text = response
    .slice(0, maxAnswerLength)
    .replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .trim()
  return {
    refusal: classifyRefusal(text, status),
    diagnostic: truncate(text === '' ? status : text, maxDiagnosticLength),
  }
}

/**
 * Returns the bounce of the address that we wrote to. If it forwards to several addresses, only the
 * failure of all counts.
 */
export function bounceOfAddress(
  reports: readonly RecipientReport[],
  address: string,
): Bounce | undefined {
  const forAddress = reports.filter(({ addresses }) => addresses.includes(address.toLowerCase()))
  const relevant = forAddress.length > 0 ? forAddress : reports
  return relevant.every(({ bounce }) => bounce) ? relevant[0]?.bounce : undefined
}
