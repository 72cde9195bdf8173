import type { Input } from '../../contract/endpoint.ts'
import type { contract } from '../../contract/index.ts'
import { normaliseAddress } from '../../core/address.ts'
import { Failure, refuse } from '../../core/failure.ts'
import { newUuid } from '../../core/ids.ts'
import { recordEvents } from '../custom-events/record.ts'
import type { Executor } from '../database/dialect.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { isLive } from './automation.ts'
import { type Flow, readFlow } from './definition.ts'
import { enrollContacts } from './engine/entry/enroll.ts'
import { selectContactsBy } from './runs-store.ts'
import { findAutomation } from './store.ts'
import { requireDefinition } from './versions-store.ts'

type TriggerInput = Input<typeof contract.automations.trigger>

/**
 * Enrolls one contact, unless `event` is not the event of its trigger. The event also reaches
 * waiting runs, in this and in the account's other automations.
 */
export const trigger =
  ({ clock, wake }: Service): Handler<typeof contract.automations.trigger> =>
  async (input, { account, transact }) => {
    const { id, event, properties, idempotency } = input
    const answer = await transact(async (tx) => {
      const automation = await findAutomation(tx, { accountId: account.id, automationId: id })
      const { status, version } = automation
      if (!isLive(status) || (status !== 'active' && event === undefined)) {
        throw new Failure('wrong_state', { values: { status } })
      }
      const flow = readFlow(await requireDefinition(tx, id, version))
      const contactId = await readContact(tx, account.id, input, flow)
      const now = clock.now()
      const target = { automationId: id, accountId: account.id, version, flow }
      const enrollment = {
        contactId,
        key: `api:${idempotency ?? newUuid()}`,
        ...((event !== undefined || properties) && {
          event: {
            ...{ name: event ?? '', at: now, value: null, currency: null },
            properties: properties ?? {},
          },
        }),
      }
      const entered = isTriggeredBy(flow, event)
        ? await enrollContacts(tx, target, [enrollment], now)
        : []
      if (event !== undefined) {
        // Its enrollment into this automation is decided above.
        const recording = { accountId: account.id, automationId: id, now }
        const [outcome] = await recordEvents(
          tx,
          [{ name: event, contact_id: contactId, ...(properties && { properties }) }],
          recording,
        )
        if (typeof outcome === 'object' && 'problem' in outcome) refuse([outcome.problem])
      }
      return { ok: true, enrolled: entered.length > 0 }
    })
    wake()
    return answer
  }

const isTriggeredBy = ({ trigger: { type, ...of } }: Flow, event: string | undefined): boolean =>
  event === undefined || (type === 'event' && 'event' in of && of.event === event)

/**
 * Of several contacts with the address, returns the one on the trigger's list, else an active one.
 */
async function readContact(
  tx: Executor,
  accountId: number,
  { contact_id, email }: TriggerInput,
  flow: Flow,
): Promise<number> {
  if (contact_id !== undefined && email !== undefined) {
    refuse([{ field: 'email', code: 'not_together', values: { other: 'contact_id' } }])
  }
  if (contact_id === undefined && email === undefined) {
    refuse([{ field: 'contact_id', code: 'required' }])
  }
  const by =
    contact_id === undefined
      ? { emailKey: normaliseAddress(email ?? '')?.key ?? '' }
      : { id: Number(contact_id) }
  const listId = 'list_id' in flow.trigger ? Number(flow.trigger.list_id) : undefined
  const found = await selectContactsBy(tx, accountId, by)
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
