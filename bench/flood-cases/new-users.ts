import { addAttacker } from './attacker.ts'
import { type FloodCase, jsonHeaders } from './flood-case.ts'

const user = { pass: 'correct horse battery', email: 'x@example.org' }

export const takenUserNames: FloodCase = {
  name: 'POST /users with a taken name',
  async start(server) {
    const { username, token } = await addAttacker(server, 'Reseller')
    return {
      connections: 100,
      requests: [
        {
          ...{ method: 'POST', path: '/v3/api/users', headers: jsonHeaders(token) },
          body: { text: JSON.stringify({ ...user, username }) },
        },
      ],
    }
  },
}

export const newUsers: FloodCase = {
  name: 'POST /users with new names',
  async start(server) {
    const { token } = await addAttacker(server, 'Reseller')
    return {
      connections: 100,
      requests: [
        {
          ...{ method: 'POST', path: '/v3/api/users', headers: jsonHeaders(token) },
          body: { text: JSON.stringify({ ...user, username: 'new-{n}' }) },
        },
      ],
    }
  },
}
