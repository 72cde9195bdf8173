export const contacts = {
  verbs: {
    list: {
      summary: 'List the contacts of a list',
    },
    add: {
      summary: 'Add contacts to a list',
      description: 'One, or up to 5,000 at once. With double opt-in they have to confirm first.',
    },
    get: {
      summary: 'Show a contact',
      description: 'By number or address.',
    },
    update: {
      summary: 'Change a contact',
      description: 'An address that is not in the list yet is added.',
    },
    remove: {
      summary: 'Remove a contact from a list',
      description: 'With erase everything about the person is deleted for good.',
    },
    history: {
      summary: 'Show what happened with a contact',
      description: 'The newest first: what was sent, opened, clicked, confirmed or ended.',
    },
    bulk: {
      summary: 'Change many contacts at once',
    },
  },
  fields: {
    id: 'The list, by number or name.',
    contact: 'The contact, by number or address.',
    email: 'The address.',
    nombre: 'The name.',
    customFields: 'Values of custom fields, by the field’s key or number.',
    tags: 'Tags.',
    mode: 'What to do with contacts that are there already.',
    status: 'The state of the contact.',
    resend_optin: 'Send the request to confirm again.',
    segment_id: 'Only the contacts of this segment.',
    updated_since: 'Only those that changed since then.',
    export: 'Everything that is held about the person.',
    erase: 'Delete everything about the person for good.',
    type: 'Only events of this kind.',
    action: 'What to do with them.',
    contacts: 'The contacts, by number or address.',
    filter: 'Which contacts, when they are not named.',
    tag: 'The tag to add or remove.',
    to_list_id: 'The list they go to.',
    field: 'The field to set.',
    value: 'Its new value.',
  },
}
