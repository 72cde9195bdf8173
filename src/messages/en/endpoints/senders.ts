export const senders = {
  verbs: {
    create: {
      summary: 'Add a sender',
      description: 'Sends a code to the address and checks the SPF and DKIM records of the domain.',
    },
    verify: {
      summary: 'Verify a sender',
      description: 'With the code from the email, or with a request for another code.',
    },
    list: {
      summary: 'List senders',
    },
  },
  fields: {
    from_name: 'The name that recipients see.',
    from_mail: 'The email address.',
    reply_to: 'The reply-to address.',
    code: 'The six-digit code from the email.',
    token: 'The token from the link in the email.',
    resend: 'Send another code.',
    recheck: 'Check the DNS records again.',
  },
}
