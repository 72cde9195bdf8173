export const keys = {
  verbs: {
    list: {
      summary: 'List your API keys',
      description: 'Shows what each key may do, when it was last used and when it ends.',
    },
    create: {
      summary: 'Create an API key for a program or an assistant',
      description:
        'The key is shown once. It never does more than your role allows. `--preset` and `--scope` add up.',
    },
    revoke: {
      summary: 'Revoke an API key',
      description: 'It is refused from the next request on.',
    },
    rotate: {
      summary: 'Replace an API key by a new one',
      description:
        'The new key has the same name and scopes and is shown once. The old one works until the grace period ends.',
    },
  },
  fields: {
    key: 'The API key, by number or name.',
    name: 'A name by which you recognise the key.',
    preset: 'The scopes for a usual purpose.',
    scopes: 'A scope, such as `campaigns:read`.',
    expires_at: 'When the key ends. By default a new key has no end.',
    grace_hours: 'How many hours the old key still works.',
  },
}
