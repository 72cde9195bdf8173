/** What verbs say about campaigns, the sandbox and the service while they run. */
export const operating = {
  aboutToDelete: (name: string) => `“${name}” is about to be deleted for good.`,
  aboutToActivate: (name: string) =>
    `“${name}” is about to be activated: from then on it writes to whoever enters it.`,
  aboutToCall: (call: string) => `${call} is about to be called.`,
  sending: 'Sending',
  working: 'Working',
  sandboxReady: 'Your sandbox is ready. Its mail goes nowhere: remite sandbox inbox shows it.',
  aboutToReset: (folder: string) => `Everything in the sandbox is about to be deleted: ${folder}.`,
  sandboxRunning: 'The sandbox was running already.',
  listening: (url: string) => `Listening: ${url}`,
  publishKey: ({ name, value }: { name: string; value: string }) =>
    `DNS does not have this key yet, with which receivers check our mail (DKIM). TXT ${name}: ${value}`,
  takingBounces: (place: string) => `Taking bounces: ${place}`,
  notTaken: (answer: string) => `The inbox for bounces did not take it (${answer}).`,
  following: 'New events are shown as they come; Ctrl-C ends it.',
  serverAway: 'The server is away; trying again for some minutes.',
  goOnWith: (command: string) => `To go on behind the last one: ${command}`,
  firstAccount: ({ username, pass }: { username: string; pass: string }) =>
    `The first account: username ${username}, password ${pass}. It is shown only now.`,
}
