import { addAttacker, addLongList } from './attacker.ts'
import { type FloodCase, jsonHeaders } from './flood-case.ts'

export const segmentPreviews: FloodCase = {
  name: 'segment previews over 200,000 contacts',
  async start(server) {
    const { account, token } = await addAttacker(server)
    const list = await addLongList(account, 200_000)
    const conditions = {
      op: 'and',
      rules: [
        { field: 'email', operator: 'contains', value: '9' },
        { op: 'not', rules: [{ event: 'open' }] },
      ],
    }
    return {
      connections: 30,
      requests: [
        {
          ...{ method: 'POST', path: '/v3/api/segments/preview', headers: jsonHeaders(token) },
          body: { text: JSON.stringify({ conditions, list_id: list }) },
        },
      ],
    }
  },
}
