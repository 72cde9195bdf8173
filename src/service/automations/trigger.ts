import type { Input } from '../../contract/endpoint.ts'
import type { contract } from '../../contract/index.ts'
import { normaliseAddress } from '../../core/address.ts'
import { Failure, refuse } from '../../core/failure.ts'
import { newUuid } from '../../core/ids.ts'
import type { Executor } from '../database/dialect.ts'
import { appendSignals } from '../events/signals-store.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { isLive } from './automation.ts'
import { type Flow, readFlow } from './definition.ts'
import { enrol } from './engine/enrol.ts'
import { selectContactsNamed } from './runs-store.ts'
import { findAutomation } from './store.ts'
import { requireDefinition } from './versions-store.ts'

type Sent = Input<typeof contract.automations.trigger>

/**
 * Lets one contact in, unless an event is named that is not the one its trigger waits for. An event
 * is told to whoever waits for it too, here and in the account's other automations.
 */
export const trigger =
  ({ clock, wake }: Service): Handler<typeof contract.automations.trigger> =>
  async (sent, { account, transact }) => {
    const { id, event, properties, idempotency } = sent
    const answer = await transact(async (tx) => {
      const automation = await findAutomation(tx, { accountId: account.id, automationId: id })
      const { status, version } = automation
      if (!isLive(status) || (status !== 'active' && event === undefined)) {
        throw new Failure('wrong_state', { values: { status } })
      }
      const flow = readFlow(await requireDefinition(tx, id, version))
      const contactId = await readContact(tx, account.id, sent, flow)
      const now = clock.now()
      const entrance = { automationId: id, accountId: account.id, version, flow }
      const entry = {
        contactId,
        key: `api:${idempotency ?? newUuid()}`,
        ...(properties && { properties }),
      }
      const entered = isMeant(flow, event) ? await enrol(tx, entrance, [entry], now) : []
      if (event !== undefined) {
        await appendSignals(tx, [
          {
            accountId: account.id,
            kind: 'custom',
            contactId,
            name: event,
            ...(properties && { properties }),
            // It was let in above, if it is to be.
            automationId: id,
            now,
          },
        ])
      }
      return { ok: true, enrolled: entered.length > 0 }
    })
    wake()
    return answer
  }

const isMeant = ({ trigger: { type, ...of } }: Flow, event: string | undefined): boolean =>
  event === undefined || (type === 'event' && 'event' in of && of.event === event)

/** Of several who have the address, the one on the trigger's list, or else one who may be mailed. */
async function readContact(
  tx: Executor,
  accountId: number,
  { contact_id, email }: Sent,
  flow: Flow,
): Promise<number> {
  if (contact_id !== undefined && email !== undefined) {
    refuse([{ field: 'email', code: 'not_together', values: { other: 'contact_id' } }])
  }
  if (contact_id === undefined && email === undefined) {
    refuse([{ field: 'contact_id', code: 'required' }])
  }
  const named =
    contact_id === undefined
      ? { emailKey: normaliseAddress(email ?? '')?.key ?? '' }
      : { id: Number(contact_id) }
  const listId = 'list_id' in flow.trigger ? Number(flow.trigger.list_id) : undefined
  const found = await selectContactsNamed(tx, accountId, named)
  const contact =
    found.find(({ list_id }) => list_id === listId) ??
    found.find(({ status }) => status === 'active') ??
    found[0]
  if (!contact) {
    throw new Failure('invalid', {
      problems: [{ field: email === undefined ? 'contact_id' : 'email', code: 'unknown_id' }],
    })
  }
  return contact.id
}
