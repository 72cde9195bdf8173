export const fields = {
  verbs: {
    list: {
      summary: 'List the custom fields of a list',
    },
    create: {
      summary: 'Create a custom field',
    },
    update: {
      summary: 'Change a custom field',
      description: 'The type changes only if every value fits the new one.',
    },
    delete: {
      summary: 'Delete a custom field and its values',
    },
  },
  fields: {
    id: 'The list, by number or name.',
    field: 'The number of the field.',
    name: 'The name.',
    key: 'How merge tags name it; made from the name.',
    type: 'The kind of value.',
    options: 'The choices.',
    internal: 'Hidden from subscribers.',
    required: 'Must have a value.',
    default: 'The value when there is none.',
    force: 'Delete it even if a segment uses it.',
  },
}
