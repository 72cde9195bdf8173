/** How many people an upgrade of the database suppresses in their whole account. */
export interface ConsentChange {
  complaints: number
  bounces: number
  erased: number
  contacts: number
}

/** Confirmations and progress texts of campaigns, the sandbox, the service and its database. */
export const operating = {
  aboutToDelete: (name: string) => `This will permanently delete “${name}”.`,
  aboutToActivate: (name: string) =>
    `This will activate “${name}”. It will then send to every contact that enters it.`,
  aboutToCall: (call: string) => `This will call ${call}.`,
  firstOfEach: (count: number, command: string) =>
    `Only the first ${count} results of each kind. For all contacts: ${command}`,
  permissionsOfAll: (count: string) =>
    `All roles share ${count} permissions. They differ in these:`,
  sending: 'Sending',
  /** What a campaign waits for, before the time that it has waited. */
  waits: {
    queued: 'Queued, waiting for its turn',
    paused: (resume: string) => `Paused: \`${resume}\` continues it`,
    scheduled: (at: string) => `Scheduled${at && `: it starts ${at}`}`,
  },
  working: 'Working',
  sandboxReady:
    'Your sandbox is ready. Its email never leaves this machine. To read it: remite sandbox inbox',
  aboutToReset: (folder: string) => `This will delete everything in the sandbox: ${folder}.`,
  sandboxRunning: 'The sandbox is already running.',
  listening: (url: string) => `Listening: ${url}`,
  publishKey: ({ name, value }: { name: string; value: string }) =>
    `This DKIM key is not in DNS yet. Receivers need it to verify our email. TXT ${name}: ${value}`,
  copyingRows: 'Copying rows',
  checkingRows: 'Comparing rows',
  databaseMoved: (file: string) =>
    `All data was copied and verified. The old file is now ${file}, because two services with the same campaigns would both send them.`,
  setMovedKey: (file: string) =>
    `Next: set REMITE_MASTER_KEY to the content of ${file}. Without it, the keys in the database cannot be decrypted.`,
  startMoved: 'Then set REMITE_DATABASE_URL to the new database and start the service.',
  backUpKey: (file: string) =>
    `The backup is useless without the master key. Back up ${file} too, in a different place.`,
  setNewKey:
    'Now set REMITE_MASTER_KEY to the new key wherever the service runs, then start the service.',
  relayHookReady: (url: string) =>
    `Accepting bounces from the relay by POST: ${url} (keep this address secret: anyone who has it can report bounces)`,
  contactCreated: (address: string) => `There was no ${address} in the list, so it was added.`,
  relayHookIn: (file: string) =>
    `Accepting bounces from the relay by POST. The secret address for them is in ${file}`,
  bounceInboxReady: (place: string) => `Accepting bounces: ${place}`,
  bounceRejected: (answer: string) => `The bounce inbox did not accept the message (${answer}).`,
  following: 'Waiting for new events. Press Ctrl-C to stop.',
  serverUnavailable: 'The server is not responding. Retrying for a few minutes.',
  continueWith: (command: string) => `To continue after the last event: ${command}`,
  consentChanged: ({ complaints, bounces, erased, contacts }: ConsentChange) =>
    `The database was upgraded. These now apply to every list of an account: complaints (${complaints}), dead addresses (${bounces}), erased people (${erased}). Contacts on other lists that are no longer mailed: ${contacts}.`,
  connectionShortage: ({ needed, available }: { needed: number; available: number }) =>
    `The processes may open ${needed} connections to PostgreSQL, which takes ${available}. Lower --processes or --database-connections, raise max_connections, or use a pooler.`,
  noPublicUrl:
    'Without --public-url, links in mail point to this machine, where recipients cannot open them.',
  unknownVariable: ({ name, near }: { name: string; near: string | undefined }) =>
    `${name} is not a setting, so it is ignored.${near === undefined ? '' : ` Did you mean ${near}?`}`,
  configReadable: ({ path, mode }: { path: string; mode: string }) =>
    `Other users of this machine can read the password in ${path} (mode ${mode}). To fix it: chmod 600 '${path}'`,
  adminUnreachable: ({ username, email }: { username: string; email: string }) =>
    `Notices to the account ${username}, such as of a campaign that the service has paused, reach nobody: its address is ${email}. To set it, log in as ${username}: remite users me update --email ADDRESS`,
  onHold:
    'On hold: requests are answered, but nothing is sent or worked on until a start without --hold.',
  firstAccountIn: ({ username, file }: { username: string; file: string }) =>
    `First account: username ${username}. Its password is in ${file}: log in, then delete the file.`,
  firstAccount: ({ username, pass }: { username: string; pass: string }) =>
    `First account: username ${username}, password ${pass}. The password is not shown again.`,
}
