/** The findings of `remite doctor`. */
export const doctor = {
  levels: { ok: 'ok:', warn: 'warning:', error: 'problem:' },
  profile: ({ profile, source }: { profile: string; source: string }) =>
    `Profile “${profile}” (${source}).`,
  address: ({ url, source }: { url: string; source: string }) => `${url} (${source}).`,
  addressUnusual: ({ url, source }: { url: string; source: string }) =>
    `${url} (${source}) does not end in /v3/api like the address of the API.`,
  encrypted: 'Encrypted (https),',
  plain: 'Not encrypted (http),',
  proxy: (host: string) => `through the proxy ${host}, unless NO_PROXY excludes the server.`,
  noProxy: 'without a proxy.',
  answered: (ms: string) => `The API responded in ${ms} ms.`,
  asksForToken: 'The server responds and requires a token.',
  clockRight: 'The clocks of this machine and of the server agree.',
  clockApart: (seconds: string) =>
    `The clocks of this machine and of the server differ by ${seconds} seconds. Scheduled times may be rejected.`,
  clockUnknown: 'The server does not report its time.',
  tokenEnds: ({ source, end }: { source: string; end: string }) =>
    `The token (${source}) expires on ${end}.`,
  tokenWithoutEnd: (source: string) => `The token (${source}) has no readable expiry date.`,
  features: (names: string) => `The server supports: ${names}.`,
  noFeatures:
    'The server announces no optional features, so drafts, schedules, segments and batches are not used.',
  relayAccepts: 'The server reports no trouble with sending email.',
  filesPrivate: (folder: string) => `Only you can read ${folder}.`,
  fileOpen: ({ path, mode }: { path: string; mode: string }) =>
    `Other users of this machine can read ${path}. To fix it: chmod ${mode} '${path}'`,
  folderShared: ({ folder, user }: { folder: string; user: string }) =>
    `${folder} is outside your user folder, so other users of this machine may be able to read it. To fix it: icacls "${folder}" /inheritance:r /grant:r "${user}:(OI)(CI)F"`,
  stateWritable: (folder: string) => `The journal folder ${folder} is writable.`,
  noImports: 'No unfinished imports.',
  unfinishedImports: (count: string) =>
    `Unfinished imports: ${count}. To list them: remite lists imports list`,
  sendsKnown: 'The outcome of every request is known.',
  sendsUnknown: (places: string) =>
    `Requests with an unknown outcome: ${places}. Run the command again: it first checks what happened.`,
  certificates: (path: string) => `The certificates in ${path} are trusted too.`,
  certificatesUnread: (path: string) =>
    `NODE_EXTRA_CA_CERTS is set to ${path}, but that file cannot be read, so its certificates are not trusted.`,
}
