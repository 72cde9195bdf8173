import { addAttacker, addLongList } from './attacker.ts'
import { type FloodCase, jsonHeaders } from './flood-case.ts'

const megabyte = 1024 * 1024

export const formBodies: FloodCase = {
  name: 'forms of 15 MB of names, to a page',
  start: async () => ({
    connections: 4,
    requests: [
      {
        method: 'POST',
        path: '/u/x',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: { text: 'n{i}&', times: 1.8 * megabyte },
      },
    ],
  }),
}

export const emptyLines: FloodCase = {
  name: 'imports of 16 MB of empty lines',
  async start(server) {
    const { account, token } = await addAttacker(server)
    const list = await addLongList(account, 0)
    return {
      connections: 4,
      requests: [
        {
          method: 'POST',
          path: `/v3/api/lists/${list}/import`,
          headers: { ...jsonHeaders(token), 'content-type': 'text/csv' },
          body: { text: '\n', times: 16 * megabyte },
        },
      ],
    }
  },
}

export const stalledBodies: FloodCase = {
  name: 'bodies that stand still',
  start: async () => ({
    connections: 500,
    requests: [
      {
        method: 'POST',
        path: '/v3/api/auth/getToken',
        headers: { 'content-type': 'application/json' },
        body: { text: 'x'.repeat(1000) },
        stall: { bytes: 1, seconds: 60 },
      },
    ],
  }),
}
