export const webhooks = {
  verbs: {
    list: {
      summary: 'List webhooks',
    },
    create: {
      summary: 'Create a webhook',
      description: 'The secret is shown only once.',
    },
    update: {
      summary: 'Change a webhook',
      description: 'After you rotate the secret, the old one stays valid for one day.',
    },
    delete: {
      summary: 'Delete a webhook',
    },
    replay: {
      summary: 'Resend events to a webhook',
    },
  },
  fields: {
    id: 'The user ID.',
    webhook: 'The webhook ID.',
    url: 'The URL that receives the events.',
    events: 'The events to send.',
    description: 'A note for yourself.',
    enabled: 'Whether the webhook is enabled.',
    rotate_secret: 'Create a new secret.',
    event_ids: 'The events, by ID.',
    from: 'The start of the period.',
    to: 'The end of the period.',
    test: 'Send a test event.',
  },
}
