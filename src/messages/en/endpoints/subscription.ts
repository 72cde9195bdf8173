export const subscription = {
  verbs: {
    get: {
      summary: 'Show a subscription',
    },
    update: {
      summary: 'Change what a subscriber has told about themselves',
    },
    unsubscribe: {
      summary: 'Unsubscribe',
    },
  },
  fields: {
    xsid: 'The code of the subscriber.',
    nombre: 'The name.',
    customFields: 'Values of custom fields, by their numbers.',
    spam: 'With 1 it also counts as a spam complaint.',
    reason: 'Why.',
  },
}
