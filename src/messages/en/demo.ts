/** What the demo says between its commands. */
export const demo = {
  start: 'A private service on this machine. Nothing that it sends leaves this machine.',
  sender: '\nThe sender: verified with the code that was sent to its address.',
  import: '\nThe contacts: 10,000 rows as Excel in Spain saves them, 37 of them invalid.',
  send: '\nThe campaign: drafted, checked, and sent to the whole list.',
  audience:
    '\nNow some recipients read it: the demo loads the tracking pixel and the links of their messages.',
  read: (opened: string, clicked: string, left: string) =>
    `${opened} opened it, ${clicked} clicked, ${left} unsubscribed. A security scanner opened some messages too.`,
  next: '\nYour turn: remite sandbox start, then remite campaigns --help. To see every message: remite sandbox inbox.',
}
