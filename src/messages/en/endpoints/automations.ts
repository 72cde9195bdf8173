export const automations = {
  verbs: {
    list: {
      summary: 'List automations',
    },
    create: {
      summary: 'Create an automation',
      description: 'It is a draft until it is activated.',
    },
    get: {
      summary: 'Show an automation',
    },
    update: {
      summary: 'Change an automation',
      description: 'Makes a new version; contacts who are in it stay on theirs.',
    },
    delete: {
      summary: 'Delete an automation',
      description: 'Refused while it is active or contacts are inside, unless forced.',
    },
    activate: {
      summary: 'Activate an automation',
      description: 'From now on contacts enter and are written to.',
    },
    deactivate: {
      summary: 'Deactivate an automation',
      description: 'Nobody enters any more; the mode says what becomes of those inside.',
    },
    stats: {
      summary: 'Show how contacts move through an automation',
    },
    trigger: {
      summary: 'Let a contact into an automation',
      description: 'An event is also told to whoever waits for it.',
    },
  },
  fields: {
    id: 'The number of the automation.',
    name: 'The name.',
    trigger: 'What lets a contact in.',
    nodes: 'The steps.',
    edges: 'Which step follows which.',
    settings: 'Whether contacts may come again, the goal, and who leaves early.',
    version: 'The version.',
    force: 'Delete it even while it is active; whoever is inside is let go.',
    dry_run: 'Only say how many would enter at once.',
    mode: 'What becomes of the contacts inside: pause, drain (they go on to the end) or exit.',
    include: 'With runs: each contact’s way through it.',
    contact: 'Only this contact, by number or address.',
    contact_id: 'The contact, by number.',
    email: 'The contact, by address.',
    event: 'The event that is reported.',
    properties: 'What else is known about the event.',
    idempotency: 'Your own number for it, so that it happens once.',
  },
}
