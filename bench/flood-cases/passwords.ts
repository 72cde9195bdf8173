import type { FloodCase } from './flood-case.ts'

export const passwords: FloodCase = {
  name: 'passwords and invalid tokens',
  start: async () => ({
    requests: [
      {
        method: 'POST',
        path: '/v3/api/auth/getToken',
        headers: { 'content-type': 'application/json' },
        body: { text: JSON.stringify({ username: 'victim', pass: 'guess' }) },
      },
      { method: 'GET', path: '/v3/api/lists', headers: { authorization: 'Bearer nothing' } },
    ],
  }),
}
