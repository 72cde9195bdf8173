/** What verbs say about campaigns, the sandbox and the service while they run. */
export interface SendPlan {
  name: string
  subject: string
  from: string
  /** Written as people here write numbers; unknown where the server does not tell. */
  count: string | undefined
  profile: string
  where: string
}

export const operating = {
  aboutToSend: ({ name, subject, from, count, profile, where }: SendPlan) =>
    `“${name}” is about to be sent to ${count ?? 'an unknown number of'} contacts.\n` +
    `  Subject: ${subject}\n  From: ${from}\n  Account: ${profile}, ${where}`,
  aboutToDelete: (name: string) => `“${name}” is about to be deleted for good.`,
  sending: 'Sending',
  sandboxReady: 'Your sandbox is ready. Its mail goes nowhere: remite sandbox inbox shows it.',
  sandboxRunning: 'The sandbox was running already.',
  listening: (url: string) => `Listening: ${url}`,
  firstAccount: ({ username, pass }: { username: string; pass: string }) =>
    `The first account: username ${username}, password ${pass}. It is shown only now.`,
}
