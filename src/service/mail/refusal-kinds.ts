/**
 * Why a mail server did not take a message. Two facts of each: what it means once it is for good,
 * and whether it says anything about the contact's mailbox. What is wrong with the message, the
 * sender or the way there is never the contact's fault, however often it happens.
 */
export const refusalKinds = {
  user_not_found: { forGood: 'hard', isContacts: true },
  bad_address: { forGood: 'hard', isContacts: true },
  domain_not_found: { forGood: 'hard', isContacts: true },
  mailbox_disabled: { forGood: 'hard', isContacts: true },
  user_moved: { forGood: 'hard', isContacts: true },
  mailbox_full: { forGood: 'soft', isContacts: true },
  not_reached: { forGood: 'soft', isContacts: true },
  unknown: { forGood: 'soft', isContacts: true },
  busy: { forGood: 'soft', isContacts: false },
  too_large: { forGood: 'soft', isContacts: false },
  content: { forGood: 'soft', isContacts: false },
  policy: { forGood: 'soft', isContacts: false },
  sender: { forGood: 'soft', isContacts: false },
  dns: { forGood: 'soft', isContacts: false },
  routing: { forGood: 'soft', isContacts: false },
} as const

export type RefusalKind = keyof typeof refusalKinds
