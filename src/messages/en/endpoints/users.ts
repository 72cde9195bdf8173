export const users = {
  verbs: {
    signup: {
      summary: 'Sign up for a free account',
      description: 'You confirm it by e-mail.',
    },
    list: {
      summary: 'List users',
      description: 'Yourself and everybody below you.',
    },
    create: {
      summary: 'Create a user',
      description: 'Below your own account, with your role at most.',
    },
    me: {
      summary: 'Show your own account',
    },
    updateMe: {
      summary: 'Change your own account',
      description: 'A new password needs the old one.',
    },
    get: {
      summary: 'Show a user',
    },
    update: {
      summary: 'Change a user',
    },
    delete: {
      summary: 'Delete a user',
      description: 'Its sub-accounts have to go elsewhere first.',
    },
    role: {
      summary: 'Change the role of a user',
      description: 'Nobody raises their own, and the last Admin stays.',
    },
    status: {
      summary: 'Suspend a user, or let it go on',
      description:
        'What a suspended user is sending is paused. Whoever stands below is held too until it goes on.',
    },
    roles: {
      summary: 'List the roles and what each may do',
    },
    subaccounts: {
      summary: 'List the accounts below a user',
    },
    quota: {
      summary: 'Show the limits of a user',
    },
    setQuota: {
      summary: 'Change the limits of a user',
      description: 'They are taken from your own.',
    },
    impersonate: {
      summary: 'Act as a user for a short time',
      description: 'Everything is recorded.',
    },
    revokeSessions: {
      summary: 'Close every session of a user',
    },
  },
  fields: {
    id: 'The number of the user.',
    username: 'The user name.',
    email: 'The address.',
    pass: 'The password, at least eight characters.',
    old_pass: 'The password until now.',
    nombre: 'The name.',
    language: 'The language: es or en.',
    role: 'Admin, Reseller or User.',
    status: 'Active or suspended.',
    quota: 'The limits.',
    timezone: 'The time zone, such as Europe/Madrid.',
    mcp_permissions: 'What an assistant may do for you.',
    transfer_to: 'The user who takes over the sub-accounts.',
    reason: 'Why.',
    depth: 'How many levels down.',
    monthly_sends: 'Messages a month.',
    contacts_max: 'How many contacts.',
    ai_generations: 'Uses of the assistant.',
    rate_per_hour: 'Requests an hour.',
  },
}
