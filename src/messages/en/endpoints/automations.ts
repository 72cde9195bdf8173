export const automations = {
  verbs: {
    list: {
      summary: 'List automations',
    },
    create: {
      summary: 'Create an automation',
      description: 'The automation stays a draft until you activate it.',
    },
    get: {
      summary: 'Show an automation',
    },
    update: {
      summary: 'Change an automation',
      description:
        'Creates a new version. Contacts already in the automation continue with their version.',
    },
    delete: {
      summary: 'Delete an automation',
      description:
        'Rejected while the automation is active or has contacts in it, unless you use force.',
    },
    activate: {
      summary: 'Activate an automation',
      description: 'From now on, contacts enter the automation and receive its messages.',
    },
    deactivate: {
      summary: 'Deactivate an automation',
      description:
        'No more contacts enter. The mode decides what happens to contacts already in it.',
    },
    stats: {
      summary: 'Show the statistics of an automation',
    },
    trigger: {
      summary: 'Add a contact to an automation',
      description: 'An event also continues contacts that are waiting for it.',
    },
  },
  fields: {
    id: 'The automation ID.',
    name: 'The name.',
    trigger: 'What makes a contact enter.',
    nodes: 'The steps.',
    edges: 'The connections between steps.',
    settings: 'Whether contacts can re-enter, the goal, and which contacts leave early.',
    version: 'The version.',
    force: 'Delete it even while it is active. Contacts in it leave the automation.',
    dry_run: 'Only count the contacts that would enter immediately.',
    mode: 'What happens to contacts in it: pause, drain (they continue to the end) or exit (they leave).',
    include: 'With runs, also returns the path of each contact.',
    contact: 'Only this contact, by number or email address.',
    contact_id: 'The contact ID.',
    email: 'The email address of the contact.',
    event: 'The name of the event.',
    properties: 'The properties of the event.',
    idempotency: 'Your own unique ID for this call. It takes effect only once.',
  },
}
