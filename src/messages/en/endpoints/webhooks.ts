export const webhooks = {
  verbs: {
    list: {
      summary: 'List webhooks',
    },
    create: {
      summary: 'Create a webhook',
      description: 'The secret is shown this once.',
    },
    update: {
      summary: 'Change a webhook',
      description: 'After a new secret the old one holds for a day.',
    },
    delete: {
      summary: 'Delete a webhook',
    },
    replay: {
      summary: 'Send events to a webhook again',
    },
  },
  fields: {
    id: 'The number of the user.',
    webhook: 'The number of the webhook.',
    url: 'Where events are sent.',
    events: 'Which events.',
    description: 'A note for yourself.',
    enabled: 'Whether it is on.',
    rotate_secret: 'Make a new secret.',
    event_ids: 'The events, by number.',
    from: 'The first moment.',
    to: 'The last moment.',
    test: 'Send one that is made up.',
  },
}
