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
  copyingRows: 'Copying rows',
  checkingRows: 'Comparing rows',
  movedAway: (file: string) =>
    `Everything was copied and compared. The old file is now ${file}: two services with the same campaigns would both send them.`,
  takeTheKey: (file: string) =>
    `Next: put what ${file} holds into REMITE_MASTER_KEY; without it the keys in the database cannot be opened.`,
  startMoved: 'Then start the service with REMITE_DATABASE_URL set to the new database.',
  keepTheKey: (file: string) =>
    `The copy is worth little without the master key: keep ${file} too, in another place.`,
  setNewKey: 'Now set REMITE_MASTER_KEY to the new key wherever the service runs, and start it.',
  takingHook: (url: string) =>
    `Taking bounces from the relay, by POST: ${url} (whoever knows this address is believed)`,
  takingBounces: (place: string) => `Taking bounces: ${place}`,
  notTaken: (answer: string) => `The inbox for bounces did not take it (${answer}).`,
  following: 'New events are shown as they come; Ctrl-C ends it.',
  serverAway: 'The server is away; trying again for some minutes.',
  goOnWith: (command: string) => `To go on behind the last one: ${command}`,
  firstAccount: ({ username, pass }: { username: string; pass: string }) =>
    `The first account: username ${username}, password ${pass}. It is shown only now.`,
}
