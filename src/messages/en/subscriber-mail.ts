/** Mail to the people on a list that the service writes itself. */
export const subscriberMail = {
  optInSubject: (list: string) => `Please confirm: ${list}`,
  optInText: (list: string, url: string) =>
    [
      `Somebody asked for this address to be put on the list “${list}”.`,
      'If it was you, confirm it here:',
      url,
      'If it was not, do nothing: you will not be on the list.',
    ].join('\n\n'),
  unsubscribeSubject: (list: string) => `Leave the list ${list}?`,
  unsubscribeText: (list: string, url: string) =>
    [
      `Somebody asked for this address to be taken off the list “${list}”.`,
      'If you want that, confirm it here:',
      url,
      'If not, do nothing: everything stays as it is.',
    ].join('\n\n'),
}
