export const recovery = {
  verbs: {
    forgot: {
      summary: 'Request a code for a new password by email',
      description:
        'The code goes to the address of the account. The answer is the same if there is no such account.',
    },
    reset: {
      summary: 'Set a new password with the code of the email',
      description: 'All sessions of the account end. API keys stay valid.',
    },
  },
  fields: {
    login: 'The username or the email address.',
    code: 'The code of the email.',
    pass: 'The new password: at least eight characters.',
  },
}
