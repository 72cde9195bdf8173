/**
 * Who is at fault when a mail server refuses a message: the bounce type when the refusal is
 * permanent, and whether it counts against the contact. What is wrong with the message, the sender
 * or a server never counts.
 */
const faults = {
  /** The address does not exist any more. */
  address: { permanentType: 'hard', countsAgainstContact: true },
  /** The mailbox takes no mail at present, or the reason is unknown. */
  mailbox: { permanentType: 'soft', countsAgainstContact: true },
  sender: { permanentType: 'soft', countsAgainstContact: false },
  message: { permanentType: 'soft', countsAgainstContact: false },
  server: { permanentType: 'soft', countsAgainstContact: false },
} as const

type Fault = keyof typeof faults

/** The reasons of refusals, by who is at fault. `policy` includes the reputation of the sender. */
const faultOf = {
  user_not_found: 'address',
  bad_address: 'address',
  domain_not_found: 'address',
  mailbox_disabled: 'address',
  user_moved: 'address',
  mailbox_full: 'mailbox',
  mailbox_unavailable: 'mailbox',
  not_reached: 'mailbox',
  unknown: 'mailbox',
  policy: 'sender',
  sender: 'sender',
  content: 'message',
  too_large: 'message',
  busy: 'server',
  dns: 'server',
  routing: 'server',
} as const satisfies Record<string, Fault>

export type RefusalKind = keyof typeof faultOf

export const kinds = Object.keys(faultOf) as RefusalKind[]

export const consequencesOf = (kind: RefusalKind) => faults[faultOf[kind]]
