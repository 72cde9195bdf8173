/** What `remite doctor` finds. */
export const doctor = {
  levels: { ok: 'fine:', warn: 'look:', error: 'broken:' },
  profile: ({ profile, source }: { profile: string; source: string }) =>
    `The profile is “${profile}” (${source}).`,
  address: ({ url, source }: { url: string; source: string }) => `${url} (${source}).`,
  addressUnusual: ({ url, source }: { url: string; source: string }) =>
    `${url} (${source}) does not end in /v3/api, as the API’s address does.`,
  encrypted: 'Encrypted (https),',
  plain: 'Not encrypted (http),',
  proxy: (host: string) => `through the proxy ${host}, unless NO_PROXY names the server.`,
  noProxy: 'without a proxy.',
  answered: (ms: string) => `It is the API, and answered after ${ms} ms.`,
  asksForToken: 'It is there, and asks for a token.',
  clockRight: 'This machine’s clock and the server’s agree.',
  clockApart: (seconds: string) =>
    `This machine’s clock and the server’s are ${seconds} seconds apart: schedules may be refused.`,
  clockUnknown: 'The server does not tell its time.',
  tokenEnds: ({ source, end }: { source: string; end: string }) =>
    `The token (${source}) ends on ${end}.`,
  tokenWithoutEnd: (source: string) => `The token (${source}) does not tell when it ends.`,
  features: (names: string) => `The server announces: ${names}.`,
  noFeatures:
    'The server announces none: drafts, schedules, segments and batches are not used there.',
  filesPrivate: (folder: string) => `Only you can read ${folder}.`,
  fileOpen: ({ path, mode }: { path: string; mode: string }) =>
    `Others on this machine may read ${path}: chmod ${mode} '${path}'`,
  stateWritable: (folder: string) => `Journals can be kept in ${folder}.`,
  noImports: 'No import was left unfinished.',
  unfinishedImports: (count: string) =>
    `Imports left unfinished: ${count}. remite lists imports list shows them.`,
  sendsKnown: 'Of every request that went out it is known what became of it.',
  sendsUnknown: (places: string) =>
    `It is not known what became of: ${places}. Run the command again: it looks first.`,
  certificates: (path: string) => `Also trusted: those in ${path}.`,
  certificatesUnread: (path: string) =>
    `NODE_EXTRA_CA_CERTS names ${path}, which cannot be read, so nothing in it is trusted.`,
}
