export const publicForms = {
  verbs: {
    subscribe: {
      summary: 'Subscribe from a form',
      description: 'The response is always the same, so it does not reveal who is subscribed.',
    },
    unsubscribe: {
      summary: 'Unsubscribe from a form',
      description: 'With an email address, a confirmation link is sent first.',
    },
  },
  fields: {
    list_id: 'The public ID of the list.',
    email: 'The email address.',
    nombre: 'The name.',
    customFields: 'Values of custom fields.',
    captcha: 'The captcha response.',
    redirect: 'The page to redirect to afterwards.',
    website: 'Leave this field empty.',
    xsid: 'The subscriber ID (xsid).',
    subscriber: 'The subscriber ID (xsid) in the URL of a one-click unsubscribe request.',
  },
}
