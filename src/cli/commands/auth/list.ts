import { defineCommand } from '../../command/command.ts'
import { bool, text, time } from '../../command/view.ts'

export const command = defineCommand({
  isPublic: true,
  examples: ['auth list', 'auth list -o ids'],
  async run({ profiles }) {
    const current = profiles.current()
    const items = profiles.list().map(({ name, apiUrl }) => ({
      profile: name,
      current: name === current,
      api_url: apiUrl ?? null,
      username: profiles.session(name)?.username ?? null,
      expires_at: profiles.session(name)?.expiresAt ?? null,
    }))
    return { page: { items, total: items.length } }
  },
  view: {
    columns: [
      bool('current'),
      text('profile'),
      text('username'),
      text('api_url'),
      time('expires_at'),
    ],
    id: 'profile',
  },
})
