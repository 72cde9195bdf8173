export const senders = {
  verbs: {
    create: {
      summary: 'Add a sender',
      description: 'A code goes to the address, and the domain is checked for SPF and DKIM.',
    },
    verify: {
      summary: 'Verify a sender',
      description: 'With the code from the message; or ask for another.',
    },
    list: {
      summary: 'List senders',
    },
  },
  fields: {
    from_name: 'The name that recipients see.',
    from_mail: 'The address.',
    reply_to: 'Where answers go.',
    code: 'The six digits from the message.',
    token: 'The token from the link in the message.',
    resend: 'Send another code.',
    recheck: 'Look at the DNS again.',
  },
}
