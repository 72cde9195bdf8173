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
      description: 'Its contacts stay.',
    },
    preview: {
      summary: 'Count a segment and show some of its contacts',
    },
    previewUnsaved: {
      summary: 'Try conditions without saving them',
    },
    fields: {
      summary: 'List what conditions can ask about',
    },
    contacts: {
      summary: 'List the contacts of a segment',
    },
    count: {
      summary: 'Count a segment, rule by rule',
    },
    duplicate: {
      summary: 'Copy a segment',
    },
    refresh: {
      summary: 'Count a segment anew',
    },
    toList: {
      summary: 'Make a list of a segment',
    },
  },
  fields: {
    id: 'The number of the segment.',
    name: 'The name.',
    list_id: 'Only contacts of this list.',
    conditions: 'Who belongs to it: rules in and, or and not groups.',
  },
}
