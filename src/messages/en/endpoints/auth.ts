export const auth = {
  verbs: {
    getToken: {
      summary: 'Log in',
      description:
        'Returns a token for a username and password. The token is valid for one day, or for up to a year with rememberMe.',
    },
    logout: {
      summary: 'Log out',
      description: 'Ends this session, or all sessions of the account.',
    },
  },
  fields: {
    username: 'The username.',
    pass: 'The password.',
    rememberMe: 'Stay logged in for up to a year.',
    all: 'End all sessions, not only this one.',
  },
}
