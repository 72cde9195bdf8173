export const inbox = {
  verbs: {
    list: {
      summary: 'List the messages in the inbox of the sandbox',
      description:
        'Of the sandbox on this machine; or of your account on another service, while it is a sandbox.',
    },
    get: {
      summary: 'Show a message of the inbox, or open the inbox in the browser',
      description: 'In the browser only for the sandbox on this machine.',
    },
  },
  fields: {
    message: 'The message ID.',
    to: 'Only messages to this address.',
  },
}
