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
      description: 'The type can change only if every existing value fits the new type.',
    },
    delete: {
      summary: 'Delete a custom field and its values',
    },
  },
  fields: {
    id: 'The list, by number or name.',
    field: 'The field ID.',
    name: 'The name.',
    key: 'The name for merge tags. Default: derived from the field name.',
    type: 'The type of value.',
    options: 'The options to choose from.',
    internal: 'Hidden from subscribers.',
    required: 'A value is required.',
    default: 'The default value.',
    force: 'Delete it even if a segment uses it.',
  },
}
