import { addAttacker, addDraft } from './attacker.ts'
import type { FloodCase } from './flood-case.ts'
import { jsonHeaders } from './flood-case.ts'

const previewsOf = (name: string, html: string): FloodCase => ({
  name,
  async start(server) {
    const { account, token } = await addAttacker(server)
    const campaign = await addDraft(account, html)
    const path = `/v3/api/campaigns/${campaign}/preview`
    return { connections: 20, requests: [{ method: 'GET', path, headers: jsonHeaders(token) }] }
  },
})

/** Only filters and tags that templates may use, and as much work as the budget allows. */
export const loopTemplate = previewsOf(
  'previews of a template with loops up to its budget',
  '{% for i in (1..120) %}{% for j in (1..100) %}{{ i }}{% endfor %}{% endfor %}',
)

/** Converting this HTML to text takes a second. */
export const longTemplate = previewsOf('previews of 2 MB of HTML', '<p>Hola</p>'.repeat(180_000))
