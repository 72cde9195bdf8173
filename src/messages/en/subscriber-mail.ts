/** Emails that the service sends to subscribers by itself. */
export const subscriberMail = {
  optInSubject: (list: string) => `Please confirm: ${list}`,
  optInRequested: (list: string) =>
    `Someone asked to subscribe this address to the list “${list}”.`,
  optInLink: 'If it was you, confirm here:',
  optInButton: 'Confirm my subscription',
  plainLink: 'If the button does not work, open this page:',
  optInIgnore: 'If it was not you, ignore this email. You will not be subscribed.',
  privacy: 'Privacy policy',
  welcomeSubject: 'Welcome',
  unsubscribeSubject: (list: string) => `Unsubscribe from ${list}?`,
  unsubscribeText: (list: string, url: string) =>
    [
      `Someone asked to unsubscribe this address from the list “${list}”.`,
      'If you want to unsubscribe, confirm here:',
      url,
      'If not, ignore this email. Nothing will change.',
    ].join('\n\n'),
  dataExport: {
    subject: 'Download your data',
    reason: (list: string) =>
      `Someone asked to download everything that the sender of “${list}” stores about this address. The link is valid for 24 hours. Do not forward this email.`,
    linkIntro: 'If it was you, download your data here:',
    button: 'Download my data',
    ignore: 'If it was not you, ignore this email. No one gets your data.',
  },
  dataErasure: {
    subject: 'Delete your data?',
    reason: (list: string) =>
      `Someone asked to delete everything that the sender of “${list}” stores about this address. The link is valid for 24 hours. Do not forward this email.`,
    linkIntro: 'If it was you, delete your data here:',
    button: 'Delete my data',
    ignore: 'If it was not you, ignore this email. Nothing will be deleted.',
  },
}
