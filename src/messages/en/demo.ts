/** What the demo says between its commands. */
export const demo = {
  start: 'A service of your own, on this machine alone; nothing it sends leaves.',
  sender: '\nWho writes: a sender, verified by the code that was mailed to it.',
  import: '\nThe contacts: 10,000 rows as Excel in Spain saves them, 37 of them broken.',
  send: '\nA campaign: as a draft, checked, and sent to the whole list.',
  audience:
    '\nNow some of them read it: the pixel and the links of the messages that arrived are fetched.',
  read: (opened: string, clicked: string, left: string) =>
    `${opened} opened it, ${clicked} clicked, ${left} left the list; a scanner looked into some mail, too.`,
  next: '\nNow you: remite sandbox start, then remite campaigns --help. remite sandbox inbox shows every message.',
}
