export const contacts = {
  verbs: {
    list: {
      summary: 'List the contacts of a list',
    },
    add: {
      summary: 'Add contacts to a list',
      description:
        'Adds one contact, or up to 5,000 at once. With double opt-in, contacts must confirm first. Confirmation emails above a limit, or before a sender is verified, wait.',
    },
    get: {
      summary: 'Show a contact',
      description: 'By ID or email address.',
    },
    update: {
      summary: 'Change a contact',
      description: 'If the address is not in the list yet, the contact is added.',
    },
    remove: {
      summary: 'Remove a contact from a list',
      description:
        'With erase, all data about the person is deleted permanently, on all lists of the account. The answer names the lists.',
    },
    history: {
      summary: 'Show the history of a contact',
      description: 'Newest first: sends, opens, clicks, confirmations and unsubscribes.',
    },
    bulk: {
      summary: 'Change many contacts at once',
    },
  },
  fields: {
    id: 'The list, by number or name.',
    contact: 'The contact, by number or email address.',
    email: 'The email address.',
    nombre: 'The name.',
    customFields: 'Values of custom fields, by field key or ID.',
    tags: 'Tags.',
    mode: 'What to do with existing contacts.',
    status: 'The status of the contact.',
    unsubscribed_at: 'When the person unsubscribed, or the address bounced.',
    confirmed_at: 'When the person confirmed the subscription.',
    created_at: 'When the person joined.',
    suppression: 'Why the address gets no mail. It is suppressed for the same reason.',
    suppression_scope:
      'Whether that applies to all lists of the account. Default: for a bounce or complaint.',
    reason: 'Why the person unsubscribed, in words.',
    resend_optin: 'Resend the confirmation email.',
    segment_id: 'Only contacts in this segment.',
    updated_since: 'Only contacts that changed since this time.',
    conditions: 'Only contacts that match these conditions: those of a segment, as JSON text.',
    export: 'Return all data about the person, on all lists of the account.',
    erase: 'Permanently delete all data about the person, on all lists of the account.',
    type: 'Only events of this type.',
    action: 'The action to apply.',
    contacts: 'The contacts, by number or email address.',
    filter: 'Which contacts to change, if you do not list them.',
    tag: 'The tag to add or remove.',
    to_list_id: 'The target list.',
    field: 'The field to set.',
    value: 'The new value.',
  },
}
