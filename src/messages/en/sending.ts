/** What is about to be sent, for the last look of whoever sends it. */
export interface SendDetails {
  name: string
  subject: string
  from: string
  /** Written as people here write numbers; unknown where the server does not tell. */
  count: string | undefined
  /** More than one list: somebody on two of them is counted twice, and gets one message. */
  isMost: boolean
  account: string
  profile: string
  isSandbox: boolean
  where: string
  /** In the zone it is meant in, and in UTC; undefined for now. */
  time: { local: string; zone: string; utc: string } | undefined
}

/** What is said around a send: before it, when it is repeated, and while it is watched. */
export const sending = {
  aboutToSend: (name: string, count: string | undefined) =>
    `“${name}” is about to be sent. Recipients: ${count ?? 'unknown'}.`,
  details: (send: SendDetails) =>
    [
      `  Campaign:   ${send.name}`,
      `  Subject:    ${send.subject}`,
      `  From:       ${send.from}`,
      `  Recipients: ${send.isMost && send.count !== undefined ? 'at most ' : ''}${send.count ?? 'unknown'}`,
      `  Account:    ${send.account}, profile ${send.profile} (${send.isSandbox ? 'sandbox' : 'live'}), ${send.where}`,
      `  Time:       ${send.time ? `${send.time.local} ${send.time.zone} (${send.time.utc} UTC)` : 'now'}`,
    ].join('\n'),
  aboutToCancel: (name: string) => `“${name}” is about to be cancelled for good.`,
  unknown: 'unknown',
  toPause: (command: string) => `To stop it: ${command}`,
  toUnschedule: (command: string) => `To call it off: ${command}`,
  doneBefore: (when: string) =>
    `This was done before, at ${when}: nothing was sent now. --again does it once more.`,
  foundDone: (when: string) =>
    `The answer to the run of ${when} was lost, but it was done: nothing was sent now.`,
  settledSent: (when: string) => `The run of ${when} counts as done: nothing was sent now.`,
  settledUnsent: (when: string) => `The run of ${when} counts as not done.`,
  stopped: (command: string) =>
    `It is not known whether it was done. Run it again to see: ${command}`,
  onlyHere:
    'This server knows no idempotency keys: only this machine keeps this from being done twice.',
  notWritten: 'What was done could not be written down; the next run will look for it.',
  notFound: 'The server did not say the number of the new campaign, and it cannot be found.',
  sendingNow: (when: string) => `${when} is past: it is sent now.`,
  unchecked: (what: string) =>
    `This server cannot check before sending, so nobody looked at: ${what}`,
  ended: (status: string) => `It has ended: ${status}`,
}
