/** Texts around the result of a command. */
export const run = {
  error: 'error:',
  try: 'try:',
  serverSays: 'Server message: {message}',
  request: 'request {requestId} {status}',
  proceed: 'Continue?',
  typeName: 'Type the name “{name}” to confirm:',
  repeated: 'This request was already made with the same key. This is its original result.',
  repaired: (path: string) => `${path} was damaged and has been repaired.`,
  optInWaiting:
    'Confirmation emails that wait: {count}. They are sent when the limits allow, within a week, and only once the account has a verified sender.',
  sessionEnds:
    'Your session expires at {time}. To stay logged in longer: remite auth login --remember-me',
  askedToRevoke:
    'The server was asked to end the session. It does not report whether the token is now invalid.',
  askedToRevokeAll:
    'The server was asked to end all sessions. It does not report whether it supports this.',
  keyKept:
    'The API key was removed from this machine and is still valid. To end it: remite auth keys revoke KEY',
  resetMailed:
    'If there is such an account, a code is on its way to its address. Next: remite auth reset',
  notRevoked:
    'The server could not be reached. The session was removed from this machine, but it may still be valid.',
}
