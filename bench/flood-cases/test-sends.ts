import { addAttacker, addDraft } from './attacker.ts'
import { type FloodCase, jsonHeaders } from './flood-case.ts'

export const testSends: FloodCase = {
  name: 'test sends',
  async start(server) {
    const { account, token } = await addAttacker(server)
    const campaign = await addDraft(account, '<p>Hola {{ nombre }}</p>')
    return {
      requests: [
        {
          method: 'POST',
          path: `/v3/api/campaigns/${campaign}/test`,
          headers: jsonHeaders(token),
          body: { text: JSON.stringify({ emails: ['someone.{n}@correo.example'] }) },
        },
      ],
    }
  },
}
