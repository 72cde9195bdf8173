export const subscription = {
  verbs: {
    get: {
      summary: 'Show a subscription',
    },
    update: {
      summary: 'Change the details of a subscriber',
    },
    unsubscribe: {
      summary: 'Unsubscribe',
    },
  },
  fields: {
    xsid: 'The subscriber ID (xsid).',
    nombre: 'The name.',
    customFields: 'Values of custom fields, by field ID.',
    spam: 'Set to 1 to also record a spam complaint.',
    reason: 'The reason.',
  },
}
