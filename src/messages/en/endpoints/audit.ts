export const audit = {
  verbs: {
    list: {
      summary: 'Show who did what in an account',
      description:
        'What was changed, sent and deleted, by whom, with which key or program, and from where. Changes of settings have their values before and after.',
    },
  },
  fields: {
    id: 'The user, by number or name.',
    from: 'Only from this time on.',
    to: 'Only before this time.',
    key_id: 'Only what was done with this API key.',
  },
}
