export const optin = {
  verbs: {
    get: {
      summary: 'Show the wording of your opt-in mail',
      description: 'Without a template it is the built-in one.',
    },
    set: {
      summary: 'Use a template for your opt-in mail',
      description:
        'The template needs `{{ confirm_url }}`. It may also use `list_name`, `sender_name`, `postal_address`, `email` and `nombre`.',
    },
    reset: {
      summary: 'Return to the built-in wording of your opt-in mail',
    },
  },
  fields: {
    id: 'The user ID.',
    language: 'The language, `en` or `es`.',
    template_id: 'The template with the message.',
    subject: 'The subject. By default that of the template.',
  },
}
