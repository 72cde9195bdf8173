import { classifyRefusal, type Refusal } from '../mail/refusal.ts'
import { bareValue, type Fields, readGroups } from './groups.ts'

/** What a report says of one recipient. */
export interface RecipientReport {
  /** In lower case: what we wrote to, and where it ended after forwarding. */
  addresses: readonly string[]
  /** Undefined when it was delivered, or is still on its way. */
  bounce: Bounce | undefined
}

export interface Bounce {
  refusal: Refusal
  /** What the server said, on one line. */
  diagnostic: string
}

const longestDiagnostic = 500
/** Servers say what is wrong at once; whoever writes a book does not make us read it. */
const longestAnswer = 4000

/** Reads a `message/delivery-status` (RFC 3464): one group for the message, then one a recipient. */
export function readDeliveryStatus(text: string): RecipientReport[] {
  const groups = readGroups(text).filter(
    (fields) => fields.has('final-recipient') || fields.has('original-recipient'),
  )
  return groups.map((fields) => ({
    addresses: ['original-recipient', 'final-recipient'].flatMap(
      (name) => bareValue(fields.get(name))?.toLowerCase() ?? [],
    ),
    bounce: isFailed(fields) ? bounceOf(fields) : undefined,
  }))
}

/** Some leave the action out; a status of class 5 says the same. */
function isFailed(fields: Fields): boolean {
  const action = fields.get('action')?.toLowerCase()
  return action === undefined ? /^5/.test(fields.get('status') ?? '') : /^failed\b/.test(action)
}

function bounceOf(fields: Fields): Bounce {
  const status = fields.get('status') ?? ''
  const said = bareValue(fields.get('diagnostic-code')) ?? ''
  return describe(said, status)
}

export function describe(said: string, status = ''): Bounce {
  const words = said
    .slice(0, longestAnswer)
    .replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .trim()
  return {
    refusal: classifyRefusal(words, status),
    diagnostic: (words === '' ? status : words).slice(0, longestDiagnostic),
  }
}

/**
 * The bounce of the address that we wrote to. Of one who forwards to several, only the failure of
 * all is the contact's: `others` may have been reached.
 */
export function bounceOfAddress(
  reports: readonly RecipientReport[],
  address: string,
): Bounce | undefined {
  const own = reports.filter(({ addresses }) => addresses.includes(address.toLowerCase()))
  const told = own.length > 0 ? own : reports
  return told.every(({ bounce }) => bounce) ? told[0]?.bounce : undefined
}
