/**
 * Reasons why a mail server refuses a message: the bounce type when the refusal is permanent, and
 * whether it counts against the contact. Problems of the message, the sender or the route never do.
 */
export const refusalKinds = {
  user_not_found: { permanentType: 'hard', countsAgainstContact: true },
  bad_address: { permanentType: 'hard', countsAgainstContact: true },
  domain_not_found: { permanentType: 'hard', countsAgainstContact: true },
  mailbox_disabled: { permanentType: 'hard', countsAgainstContact: true },
  user_moved: { permanentType: 'hard', countsAgainstContact: true },
  mailbox_full: { permanentType: 'soft', countsAgainstContact: true },
  not_reached: { permanentType: 'soft', countsAgainstContact: true },
  unknown: { permanentType: 'soft', countsAgainstContact: true },
  busy: { permanentType: 'soft', countsAgainstContact: false },
  too_large: { permanentType: 'soft', countsAgainstContact: false },
  content: { permanentType: 'soft', countsAgainstContact: false },
  policy: { permanentType: 'soft', countsAgainstContact: false },
  sender: { permanentType: 'soft', countsAgainstContact: false },
  dns: { permanentType: 'soft', countsAgainstContact: false },
  routing: { permanentType: 'soft', countsAgainstContact: false },
} as const

export type RefusalKind = keyof typeof refusalKinds
