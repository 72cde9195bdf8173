interface KnownSession {
  username: string | undefined
  apiUrl: string
  profile: string
}

/** Questions of a login at a terminal, and what the server says about a session. */
export const login = {
  where: 'Where do you want to log in?',
  aService: 'A service: I have its address',
  aSandbox: 'A sandbox: try everything on this machine; no mail leaves it',
  address: 'Address of the service:',
  found: (apiUrl: string) => `Found a service: ${apiUrl}`,
  noService: (apiUrl: string, reason: string) => `No service at ${apiUrl}: ${reason}`,
  stay: 'Stay logged in?',
  offer: 'You are not logged in. Log in now?',
  offerAgain: 'Your session has expired. Log in again?',
  loggedInAs: ({ username, apiUrl, profile }: KnownSession) =>
    `Already logged in${username === undefined ? '' : ` as ${username}`} at ${apiUrl} (profile ${profile}). For a second account use another profile: --profile NAME`,
  replace: 'Log in again and replace this session?',
}
