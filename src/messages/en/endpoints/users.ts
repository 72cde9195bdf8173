export const users = {
  verbs: {
    signup: {
      summary: 'Sign up for a free account',
      description: 'You confirm the account by email.',
    },
    list: {
      summary: 'List users',
      description: 'You and all users below you.',
    },
    create: {
      summary: 'Create a user',
      description: 'Creates a user below your account, with your role or a lower one.',
    },
    me: {
      summary: 'Show your account',
    },
    updateMe: {
      summary: 'Change your account',
      description: 'To change the password or the address, you need the current password.',
    },
    get: {
      summary: 'Show a user',
    },
    update: {
      summary: 'Change a user',
    },
    delete: {
      summary: 'Delete a user',
      description: 'Move its sub-accounts to another user first.',
    },
    role: {
      summary: 'Change the role of a user',
      description: 'You cannot raise your own role, and the last Admin cannot be changed.',
    },
    status: {
      summary: 'Suspend or reactivate a user',
      description:
        'Pauses the campaigns that the user is sending. The users below are suspended too until you reactivate the user.',
    },
    roles: {
      summary: 'List the roles and their permissions',
    },
    subaccounts: {
      summary: 'List the accounts below a user',
    },
    quota: {
      summary: 'Show the limits of a user',
    },
    setQuota: {
      summary: 'Change the limits of a user',
      description: 'The limits are taken from your own.',
    },
    impersonate: {
      summary: 'Impersonate a user for a short time',
      description: 'Every action is recorded.',
    },
    revokeSessions: {
      summary: 'End all sessions of a user',
      description: 'API keys stay valid without `--keys`.',
    },
  },
  fields: {
    invite: 'The invite code, where only people with an invite may sign up.',
    id: 'The user ID.',
    username: 'The username.',
    email: 'The email address.',
    pass: 'The password: at least eight characters.',
    old_pass: 'The current password.',
    nombre: 'The name.',
    language: 'The language: es or en.',
    role: 'Admin, Reseller or User.',
    status: 'Active or suspended.',
    quota: 'The limits.',
    timezone: 'The time zone, such as Europe/Madrid.',
    mcp_permissions: 'What an assistant may do in your account.',
    sandbox: 'Whether all mail of the account goes to an inbox of its own.',
    any_form_origin:
      'Lists may let scripts of any site call their public routes (`--form-origins "*"`).',
    transfer_to: 'The user who takes over the sub-accounts.',
    reason: 'The reason.',
    depth: 'How many levels to include.',
    monthly_sends: 'Messages per month.',
    contacts_max: 'The maximum number of contacts.',
    ai_generations: 'Assistant uses.',
    rate_per_hour: 'Requests per hour.',
    keys: 'Also revoke the API keys.',
  },
}
