export const search = {
  verbs: {
    all: {
      summary: 'Search in everything',
      description: 'Campaigns, lists, contacts, segments and templates, at most ten of each.',
    },
    contacts: {
      summary: 'Search contacts in every list',
    },
  },
  fields: {},
}
