import type { contract } from '../../../contract/index.ts'
import { Failure, refuse } from '../../../core/failure.ts'
import type { Handler } from '../../handler.ts'
import type { Service } from '../../service.ts'
import { findAnyCampaign } from '../store.ts'
import { readConversionToken } from './conversion-token.ts'
import { findConverted } from './conversions-store.ts'
import { recordConversion } from './record-conversion.ts'

/** Records a conversion. Only recipients of the campaign can convert. */
export const convert =
  ({ clock, secrets }: Service): Handler<typeof contract.campaigns.convert> =>
  ({ id, contact_id, token, ...conversion }, { account, transact }) =>
    transact(async (tx) => {
      await findAnyCampaign(tx, account.id, id)
      if (contact_id === undefined && token === undefined) {
        refuse([{ field: 'contact_id', code: 'required' }])
      }
      const named = token === undefined ? undefined : readConversionToken(token, secrets.mac)
      const isForged = token !== undefined && named?.campaign !== id
      const recipient = isForged
        ? undefined
        : await findConverted(tx, {
            campaign: id,
            ...(named && { recipient: named.recipient }),
            ...(contact_id !== undefined && { contact: Number(contact_id) }),
          })
      if (!recipient) {
        const field = token === undefined ? 'contact_id' : 'token'
        throw new Failure('invalid', { problems: [{ field, code: 'unknown_id' }] })
      }
      return {
        ok: true,
        counted: await recordConversion(tx, recipient, conversion, { now: clock.now() }),
      }
    })
