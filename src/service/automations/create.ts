import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { refuseWrongMessages } from './message.ts'
import { readDefinition } from './read-definition.ts'
import { insertAutomation } from './store.ts'
import { insertVersion } from './versions-store.ts'

/** Creates a draft. Senders are only checked when it is activated. */
export const create =
  (service: Service): Handler<typeof contract.automations.create> =>
  async ({ name, ...sent }, { account, transact }) => {
    const definition = await readDefinition(service, account.id, sent)
    await refuseWrongMessages(service, account.id, definition)
    return transact(async (tx) => {
      const now = service.clock.now()
      const id = await insertAutomation(tx, { accountId: account.id, name, now })
      await insertVersion(tx, { automationId: id, version: 1, definition, now })
      return { ok: true, id }
    })
  }
