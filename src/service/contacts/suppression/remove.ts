import type { contract } from '../../../contract/index.ts'
import { storedAddress } from '../../../core/address.ts'
import { Failure } from '../../../core/failure.ts'
import type { Executor } from '../../database/dialect.ts'
import { recordContactEvent } from '../../figures/history-store.ts'
import type { Handler } from '../../handler.ts'
import { findList } from '../../lists/store.ts'
import type { Service } from '../../service.ts'
import {
  liftSuppressions,
  lockSuppressions,
  restoreBounced,
  selectContactIds,
} from './account-suppressions-store.ts'
import { erasedKeys } from './suppressed.ts'
import { isErased, newSubscriptions, type Suppression, wholeAccount } from './suppressions-store.ts'

/**
 * Lifts a bounce or the owner's own suppression, for a reason that is kept. An unsubscribe, a complaint
 * and an erasure are decisions of the person, and only they can take them back.
 */
export const remove =
  ({ db, secrets, clock }: Service): Handler<typeof contract.suppressions.remove> =>
  async ({ email, list_id: listId, reason }, { account, transact }) => {
    if (listId !== undefined) await findList(db, { accountId: account.id, listId })
    const emailKey = storedAddress(email)?.key ?? ''
    const now = clock.now()
    return transact(async (tx: Executor) => {
      const stored = [emailKey, ...erasedKeys(emailKey, secrets.hash)]
      const found = (await lockSuppressions(tx, account.id, stored)).filter((suppression) =>
        isMeant(suppression, listId),
      )
      if (found.length === 0) throw new Failure('not_found')
      const lifted = found.filter(mayLift)
      if (lifted.length === 0) refuseLift(found)
      const userId = account.actor ?? account.id
      await liftSuppressions(tx, { accountId: account.id, userId, reason, now }, lifted)
      const address = { accountId: account.id, emailKey, listId }
      const isBounce = lifted.some(({ type }) => type === 'bounce')
      const restored = isBounce ? await restoreBounced(tx, address, now) : []
      const detail = `${lifted[0]?.type}: ${reason}`
      for (const { id: contactId } of await selectContactIds(tx, address)) {
        const event = { accountId: account.id, contactId, detail, now }
        await recordContactEvent(tx, { ...event, type: 'lifted' })
      }
      return { ok: true, lifted: lifted.length, contacts: restored.length }
    })
  }

/** Of the account: also bounces on single lists, because the mailbox is the same on each. */
const isMeant = ({ list_id, type }: Suppression, listId: number | undefined): boolean =>
  listId === undefined
    ? list_id === wholeAccount ||
      list_id === newSubscriptions ||
      (list_id > wholeAccount && type === 'bounce')
    : list_id === listId

const mayLift = ({ type, email_key }: Suppression): boolean =>
  (type === 'bounce' || type === 'manual') && !isErased(email_key)

function refuseLift([first]: readonly Suppression[]): never {
  const type = first && isErased(first.email_key) ? 'erasure' : (first?.type ?? '')
  throw new Failure('invalid', {
    problems: [{ field: 'email', code: 'only_the_person', values: { type } }],
  })
}
