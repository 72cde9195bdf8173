export const search = {
  verbs: {
    all: {
      summary: 'Search everything',
      description:
        'Searches campaigns, lists, contacts, segments and templates. Returns at most ten of each.',
    },
    contacts: {
      summary: 'Search contacts in all lists',
    },
  },
  fields: {},
}
