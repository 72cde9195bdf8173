/** What a run says around its result. */
export const run = {
  error: 'error:',
  try: 'try:',
  serverSays: 'The server says: {message}',
  request: 'request {requestId} {status}',
  goOn: 'Go on?',
  typeName: 'Type the name “{name}” to go on:',
  repeated: 'This was done before with the same key: here is that answer.',
  mended: (path: string) => `${path} was broken and has been mended.`,
  sessionEnds: 'Your session ends at {time}. To go on after that: remite auth login --remember-me',
  askedToRevoke:
    'The server was asked to end the session; it does not tell whether the token is refused now.',
  askedToRevokeAll:
    'The server was asked to end every session; it does not tell whether it knows how to.',
  notRevoked: 'The server could not be told; the session is gone from this machine alone.',
}
