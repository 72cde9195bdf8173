/** Emails that the service sends to subscribers by itself. */
export const subscriberMail = {
  optInSubject: (list: string) => `Please confirm: ${list}`,
  optInText: (list: string, url: string) =>
    [
      `Someone asked to subscribe this address to the list “${list}”.`,
      'If it was you, confirm here:',
      url,
      'If it was not you, ignore this email. You will not be subscribed.',
    ].join('\n\n'),
  unsubscribeSubject: (list: string) => `Unsubscribe from ${list}?`,
  unsubscribeText: (list: string, url: string) =>
    [
      `Someone asked to unsubscribe this address from the list “${list}”.`,
      'If you want to unsubscribe, confirm here:',
      url,
      'If not, ignore this email. Nothing will change.',
    ].join('\n\n'),
}
