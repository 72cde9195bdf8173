export const automationTests = {
  verbs: {
    walk: {
      summary: 'Walk a contact through an automation without sending anything',
      description:
        'A clock of its own jumps from step to step. Shows every step and message that this contact would get, and stores nothing. Waits end with the events that you give, or time out.',
    },
  },
  fields: {
    id: 'The automation ID.',
    contact: 'The contact, by number or email address.',
    event:
      'The event that starts the run, such as `{"properties": {"total": 30}}`, or a list with those that happen later, each with its time `at`.',
    enrolled: 'Whether the contact enters. It does not if it may not be mailed.',
    ended_by: 'How the run ends. Null if it is still going on after 200 steps.',
    steps: 'The steps, in order.',
    messages: 'The messages, in order.',
  },
}
