import { addAttacker, addDraft, longHtml } from './attacker.ts'
import type { FloodCase } from './flood-case.ts'
import { jsonHeaders } from './flood-case.ts'

export const previews: FloodCase = {
  name: 'previews of a campaign of 200 KB',
  async start(server) {
    const { account, token } = await addAttacker(server)
    const campaign = await addDraft(account, longHtml(200))
    const path = `/v3/api/campaigns/${campaign}/preview`
    return { connections: 20, requests: [{ method: 'GET', path, headers: jsonHeaders(token) }] }
  },
}

export const checks: FloodCase = {
  name: 'checks of a campaign of 200 KB',
  async start(server) {
    const { account, token } = await addAttacker(server)
    const campaign = await addDraft(account, longHtml(200))
    const path = `/v3/api/campaigns/${campaign}/check`
    return { connections: 20, requests: [{ method: 'GET', path, headers: jsonHeaders(token) }] }
  },
}

/** 79 characters, nine million steps. */
const hostile = `{% assign a = (1..3000) %}{{ a | find_exp: "i", "a | find_exp: 'j', 'false'" }}`

export const hostileTemplate: FloodCase = {
  name: 'previews of a hostile template',
  async start(server) {
    const { account, token } = await addAttacker(server)
    const campaign = await addDraft(account, hostile)
    const path = `/v3/api/campaigns/${campaign}/preview`
    return { connections: 4, requests: [{ method: 'GET', path, headers: jsonHeaders(token) }] }
  },
}
