import type { Sender as ShownSender } from '../../contract/shapes/sender.ts'
import { type Address, normaliseAddress } from '../../core/address.ts'
import { Failure } from '../../core/failure.ts'
import { toIsoTime } from '../../core/time.ts'
import type { DomainCheck } from './domain-check.ts'
import type { Checked, Sender } from './store.ts'

export function readAddress(field: string, text: string): Address {
  const address = normaliseAddress(text)
  if (!address) throw new Failure('invalid', { problems: [{ field, code: 'bad_email' }] })
  return address
}

/** Converts a domain check to columns. */
export const columnsOf = ({ spf, dkim, dkimSelector, dmarc, checkedAt }: DomainCheck): Checked => ({
  spf: spf ? 1 : 0,
  dkim: dkim ? 1 : 0,
  dkim_selector: dkimSelector,
  dmarc: dmarc ? 1 : 0,
  checked_at: checkedAt,
})

export const shownSender = (sender: Sender): ShownSender => ({
  id: sender.id,
  from_name: sender.from_name,
  from_mail: sender.from_mail,
  reply_to: sender.reply_to,
  verified: sender.verified_at !== null,
  spf: sender.spf === 1,
  dkim: sender.dkim === 1,
  dmarc: sender.dmarc === 1,
  checked_at: toIsoTime(sender.checked_at),
})
