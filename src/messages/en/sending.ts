/** The facts of a send, shown before it is confirmed. */
interface SendDetails {
  name: string
  subject: string
  from: string
  /** Formatted for the language; undefined if the server does not report it. */
  count: string | undefined
  /** True for several lists: a contact in two of them counts twice but gets one message. */
  isMost: boolean
  /** “12 unsubscribed, 3 on several lists”; undefined if none is known. */
  leftOut: string | undefined
  account: string
  profile: string
  isSandbox: boolean
  where: string
  /** In its own time zone and in UTC; undefined for an immediate send. */
  time: { local: string; zone: string; utc: string } | undefined
}

/** Texts around a send: before it, when it is repeated, and while it is watched. */
export const sending = {
  aboutToSend: (name: string, count: string | undefined) =>
    `This will send “${name}”. Recipients: ${count ?? 'unknown'}.`,
  details: (send: SendDetails) =>
    [
      `  Campaign:   ${send.name}`,
      `  Subject:    ${send.subject}`,
      `  From:       ${send.from}`,
      `  Recipients: ${send.isMost && send.count !== undefined ? 'at most ' : ''}${send.count ?? 'unknown'}`,
      ...(send.leftOut === undefined ? [] : [`  Left out:   ${send.leftOut}`]),
      `  Account:    ${send.account}, profile ${send.profile} (${send.isSandbox ? 'sandbox' : 'live'}), ${send.where}`,
      `  Time:       ${send.time ? `${send.time.local} ${send.time.zone} (${send.time.utc} UTC)` : 'now'}`,
    ].join('\n'),
  /** After a number of contacts. */
  leftOut: {
    unsubscribed: 'unsubscribed',
    unconfirmed: 'unconfirmed',
    bounced: 'bounced',
    complained: 'complained',
    suppressed: 'suppressed',
    excluded: 'on an excluded list',
    not_in_segment: 'not in the segment',
    already_mailed: 'not part of the resend',
    duplicate: 'on several lists',
  },
  translatedTag: (from: string, to: string) => `${from} is now ${to}.`,
  untranslatedTag: (tag: string) => `${tag} has no equivalent here and stays as it is.`,
  imageUploaded: (image: string, url: string) => `${image} is now ${url}`,
  imageFound: (image: string, line: number, size: string) =>
    `It would upload ${image} (line ${line}, ${size}).`,
  imageNotUploaded: (image: string, line: number) => `Line ${line}: ${image} was not uploaded.`,
  localImages: (count: number, image: string, line: number) =>
    `Images on this computer in the HTML: ${count} (line ${line}: ${image}). Recipients cannot see them. To upload them too, add --upload-images.`,
  fixed: (fix: { part: string; line: number; before: string; after: string }) =>
    `${fix.part}, line ${fix.line}: ${fix.before} is now ${fix.after}`,
  nothingToFix: 'There is nothing that can be fixed without a doubt.',
  aboutToCancel: (name: string) => `This will permanently cancel “${name}”.`,
  unknown: 'unknown',
  toPause: (command: string) => `To pause it: ${command}`,
  toUnschedule: (command: string) => `To unschedule it: ${command}`,
  doneBefore: (when: string) =>
    `This was already done at ${when}, so nothing was done now. To do it again, add --again.`,
  doneWithKey: (when: string) =>
    `This was already done with this key at ${when}, so nothing was done now. To do it again, use another key.`,
  /** The same for what reaches people, by route. */
  doneOf: {
    'PUT /campaigns/:id/send':
      'Campaign {id} was sent at {when}; nothing was sent now. To send it again, copy it: remite campaigns duplicate {id}',
    'POST /campaigns':
      'This campaign was already sent at {when}; nothing was sent now. To send it again, add --again.',
    scheduled:
      'This was already scheduled at {when}; nothing was scheduled now. To schedule it again, add --again.',
    'POST /campaigns/:id/ab-winner':
      'The winner of campaign {id} was sent at {when}; nothing was sent now.',
    'PUT /automations/:id/activate':
      'Automation {id} was activated at {when}; nothing was changed now. To activate it again, add --again.',
    'POST /automations/:id/trigger':
      'Automation {id} was triggered for this contact at {when}; nothing was started now. To trigger it again, add --again.',
    'POST /lists/:id/contacts':
      'This contact was added to list {id} at {when}; nothing was changed now. To add it again, add --again.',
    'POST /lists/:id/import':
      'This import into list {id} was started at {when}; nothing was imported now. To import it again, add --again.',
  },
  foundDone: (when: string) =>
    `The response to the run at ${when} was lost, but the run succeeded. Nothing was sent now.`,
  settledSent: (when: string) => `The run at ${when} is now marked as done. Nothing was sent now.`,
  settledUnsent: (when: string) => `The run at ${when} is now marked as not done.`,
  stopped: (command: string) =>
    `The outcome is unknown. To check it, run the command again: ${command}`,
  noServerIdempotency:
    'This server does not support idempotency keys. Only the journal on this machine prevents a repeat.',
  notWritten: 'The result could not be saved in the journal. The next run will check it.',
  notFound:
    'The server did not return the ID of the new campaign, and the campaign could not be found.',
  draftKept: 'The draft “{name}” is saved with ID {id}. Only the test failed.',
  testSent: 'The test is on its way to {to}.',
  sendingNow: (when: string) => `${when} is in the past, so it is sent now.`,
  unchecked: (what: string) => `This server has no pre-send check. Not checked: ${what}`,
}
