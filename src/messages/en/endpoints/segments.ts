export const segments = {
  verbs: {
    list: {
      summary: 'List segments',
    },
    create: {
      summary: 'Create a segment',
    },
    get: {
      summary: 'Show a segment',
    },
    update: {
      summary: 'Change a segment',
    },
    delete: {
      summary: 'Delete a segment',
      description: 'Its contacts are kept.',
    },
    preview: {
      summary: 'Count the contacts in a segment and show a sample',
    },
    previewUnsaved: {
      summary: 'Preview conditions without saving them',
    },
    fields: {
      summary: 'List the fields that conditions can use',
    },
    contacts: {
      summary: 'List the contacts in a segment',
    },
    count: {
      summary: 'Count the matches of each rule of a segment',
    },
    duplicate: {
      summary: 'Copy a segment',
    },
    refresh: {
      summary: 'Recount a segment',
    },
    toList: {
      summary: 'Create a list from a segment',
    },
  },
  fields: {
    id: 'The segment ID.',
    name: 'The name.',
    list_id: 'Only contacts in this list.',
    conditions: 'The conditions: rules in and, or and not groups.',
  },
}
