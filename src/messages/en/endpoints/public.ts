export const publicForms = {
  verbs: {
    subscribe: {
      summary: 'Subscribe from a form',
      description: 'The answer is always the same, so that nobody learns who is subscribed.',
    },
    unsubscribe: {
      summary: 'Unsubscribe from a form',
      description: 'By address, a link to confirm is sent first.',
    },
  },
  fields: {
    list_id: 'The public code of the list.',
    email: 'The address.',
    nombre: 'The name.',
    customFields: 'Values of custom fields.',
    captcha: 'The answer of the captcha.',
    redirect: 'The page to show afterwards.',
    website: 'Leave this empty.',
    xsid: 'The code of the subscriber.',
    subscriber: 'The code of the subscriber, from the address of a one-click request.',
  },
}
