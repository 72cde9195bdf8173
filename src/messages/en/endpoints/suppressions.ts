export const suppressions = {
  verbs: {
    list: {
      summary: 'List suppressed addresses',
      description: 'Of the whole account, or with a list also those of that list.',
    },
    add: {
      summary: 'Suppress addresses',
      description:
        'No list of the account sends to them any more, or with a list, not that list. Up to 5,000 at once.',
    },
    remove: {
      summary: 'Lift the suppression of an address',
      description:
        'Only of a bounce, or one that you added. An unsubscribe or complaint can only be taken back by the person.',
    },
  },
  fields: {
    list_id: 'The list, by number or name. Default: the whole account.',
    type: 'Why the address is suppressed.',
    email: 'The email address.',
    suppressions: 'The addresses.',
    scope: 'What the suppression applies to.',
    reason: 'The reason, which is kept.',
  },
}
