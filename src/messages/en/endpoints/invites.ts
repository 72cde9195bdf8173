export const invites = {
  verbs: {
    create: {
      summary: 'Create an invite with which one person can sign up',
      description: 'The code is shown once. It is for a service with `--signup invite` or `open`.',
    },
  },
  fields: {
    days: 'For how many days the code can be used.',
  },
}
