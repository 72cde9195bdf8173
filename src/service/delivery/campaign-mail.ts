import { Failure } from '../../core/failure.ts'
import { asLanguage } from '../../core/language.ts'
import { attachedFiles } from '../campaigns/editing/attachments-store.ts'
import { type FieldValues, fieldValuesOf } from '../campaigns/field-values-store.ts'
import { tryTransition } from '../campaigns/sending/apply-transition.ts'
import { findSender } from '../campaigns/store.ts'
import { attachFile } from '../mail/attachment.ts'
import type { Service } from '../service.ts'
import { findAccountLanguage, findSendingCampaign, insertLinks } from './campaign-mail-store.ts'
import {
  cancelRecipients,
  claimRecipients,
  contactsOf,
  type DueCampaign,
  dueCampaigns,
} from './claim-store.ts'
import type { CompiledCampaign } from './compile-campaign.ts'
import { compileVariants } from './compile-variants.ts'
import { domainOfAddress, type QueuedMessage } from './queued-message.ts'
import { signatureFor } from './signature.ts'

/** How many compiled campaigns are cached; each holds a few times its HTML. */
const maxCompiled = 20

const noFields: FieldValues = {}

/** Claims messages of campaigns. Each call claims a batch of the next campaign, round-robin. */
export function campaignMail(service: Service): (limit: number) => Promise<QueuedMessage[]> {
  const { db, clock, log } = service
  const compiled = new Map<string, CompiledCampaign>()
  let last = 0

  async function claimMessages(limit: number): Promise<QueuedMessage[]> {
    const due = await dueCampaigns(db, clock.now())
    // Round-robin: a large campaign must not delay a small one.
    const next = due.find(({ id }) => id > last) ?? due[0]
    if (!next) return []
    last = next.id
    const mail = await compiledOrFailed(next)
    if (!mail) return []
    const { claim, rows } = await claimRecipients(db, next.id, { now: clock.now(), limit })
    if (rows.length === 0) return []
    const contacts = await contactsOf(db, rows)
    if (contacts.length < rows.length) {
      const found = new Set(contacts.map(({ id }) => id))
      const ids = rows.map(({ id }) => id).filter((id) => !found.has(id))
      const { account } = next
      await db.transaction().execute((tx) => cancelRecipients(tx, { account, claim, ids }))
    }
    const fields = mail.readsFields
      ? await fieldValuesOf(
          db,
          contacts.map(({ contact_id }) => contact_id),
        )
      : new Map<number, FieldValues>()
    return contacts.map((contact) => ({
      table: 'recipients',
      id: contact.id,
      claim,
      account: next.account,
      domain: domainOfAddress(contact.email),
      attempts: contact.attempts,
      compose(buffer) {
        const values = fields.get(contact.contact_id) ?? noFields
        return mail.compose(contact, values, { now: clock.now(), buffer })
      },
    }))
  }

  /** Fails a campaign that passed preflight but cannot be composed, so that it is not retried forever. */
  async function compiledOrFailed(next: DueCampaign): Promise<CompiledCampaign | undefined> {
    try {
      return await compiledOf(next)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      log.error('campaign cannot be made', error, { campaign: next.id })
      await tryTransition(db, next.id, 'fail', { status: 'failed' })
      return undefined
    }
  }

  async function compiledOf({ id, version }: DueCampaign): Promise<CompiledCampaign> {
    const key = `${id} ${version}`
    const known = compiled.get(key)
    if (known) return known
    const mail = await compileFromDatabase(service, id)
    await insertLinks(db, id, mail.links)
    if (compiled.size >= maxCompiled) compiled.clear()
    compiled.set(key, mail)
    return mail
  }

  return claimMessages
}

async function compileFromDatabase(service: Service, id: number): Promise<CompiledCampaign> {
  const { db, secrets, settings } = service
  const campaign = await findSendingCampaign(db, id)
  const { language } = await findAccountLanguage(db, campaign.account_id)
  const sender = await findSender(db, campaign.account_id, campaign.from_mail)
  const files = await attachedFiles(db, id)
  return compileVariants(campaign, {
    replyTo: sender?.reply_to ?? null,
    language: asLanguage(language),
    keys: secrets.mac,
    sids: secrets.sids,
    publicUrl: settings.publicUrl,
    hostName: settings.hostName,
    relayHook: settings.relayHook,
    bounceDomain: settings.bounceDomain,
    signature: signatureFor(service, sender),
    attachments: files.map(({ filename, content_type, content }) =>
      attachFile(filename, content_type, content),
    ),
  })
}
