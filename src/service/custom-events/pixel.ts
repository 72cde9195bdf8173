import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { maxNames } from './catalogue-store.ts'
import { nameIds } from './fix-types.ts'
import { eventPixelToken } from './pixel-token.ts'
import { eventPixelUrl } from './pixel-url.ts'
import { readEvents } from './read-events.ts'

/** Signs the address of an image that records an event. The name is known from now on. */
export const pixel =
  ({ clock, secrets, settings }: Service): Handler<typeof contract.customEvents.pixel> =>
  ({ name, email, contact_id }, { account, transact }) =>
    transact(async (tx) => {
      const recording = { accountId: account.id, now: clock.now() }
      const hasContact = email !== undefined || contact_id !== undefined
      const reported = hasContact ? [{ name, email, contact_id }] : []
      const [found] = await readEvents(tx, reported, recording, (_, problem) => {
        throw new Failure('invalid', { problems: [problem] })
      })
      const nameId = (await nameIds(tx, [name], recording)).get(name)
      if (nameId === undefined) {
        const problem = { field: 'name', code: 'too_many', values: { limit: maxNames } } as const
        throw new Failure('invalid', { problems: [problem] })
      }
      const token = eventPixelToken(
        { account: account.id, name: nameId, contact: found?.contact.id },
        secrets.mac,
      )
      return { ok: true, url: eventPixelUrl(settings.publicUrl, token) }
    })
