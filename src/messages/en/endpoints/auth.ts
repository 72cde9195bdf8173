export const auth = {
  verbs: {
    getToken: {
      summary: 'Log in',
      description:
        'Gives a token for the user name and password. With rememberMe it lasts up to a year, otherwise a day.',
    },
    logout: {
      summary: 'Log out',
      description: 'Closes this session, or every session of the account.',
    },
  },
  fields: {
    username: 'The user name.',
    pass: 'The password.',
    rememberMe: 'Stay logged in for up to a year.',
    all: 'Close every session, not only this one.',
  },
}
