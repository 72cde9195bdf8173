import { Failure } from '../../core/failure.ts'
import { asLanguage } from '../../core/language.ts'
import { attachedFiles } from '../campaigns/attachments-store.ts'
import { findSender, moveCampaign } from '../campaigns/store.ts'
import { type FieldValues, fieldValuesOf } from '../campaigns/values-store.ts'
import type { Executor } from '../database/dialect.ts'
import { attachFile } from '../mail/attachment.ts'
import type { Service } from '../service.ts'
import {
  cancelRecipients,
  claimRecipients,
  contactsOf,
  type DueCampaign,
  dueCampaigns,
} from './claim-store.ts'
import type { CompiledCampaign } from './compile.ts'
import { domainIn, type Letter } from './letter.ts'
import { signatureFor } from './signature.ts'
import { compileVariants } from './variants.ts'

/** Compiled campaigns kept; each holds a few times its html. */
const mostCompiled = 20

const noFields: FieldValues = {}

/** The mail of campaigns: each call claims a batch of the next one in turn. */
export function campaignMail(service: Service): (limit: number) => Promise<Letter[]> {
  const { db, clock, log } = service
  const compiled = new Map<string, CompiledCampaign>()
  let last = 0

  async function claimLetters(limit: number): Promise<Letter[]> {
    const due = await dueCampaigns(db, clock.now())
    // A large campaign must not keep a small one waiting.
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
      ledger: 'recipients',
      id: contact.id,
      claim,
      account: next.account,
      domain: domainIn(contact.email),
      attempts: contact.attempts,
      compose(space) {
        const values = fields.get(contact.contact_id) ?? noFields
        return mail.compose(contact, values, { now: clock.now(), space })
      },
    }))
  }

  /** What passed the check and still cannot be made is given up, and does not come again and again. */
  async function compiledOrFailed(next: DueCampaign): Promise<CompiledCampaign | undefined> {
    try {
      return await compiledOf(next)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      log.error('campaign cannot be made', error, { campaign: next.id })
      await moveCampaign(db, next.id, 'fail', { status: 'failed' })
      return undefined
    }
  }

  async function compiledOf({ id, version }: DueCampaign): Promise<CompiledCampaign> {
    const key = `${id} ${version}`
    const known = compiled.get(key)
    if (known) return known
    const mail = await compileFromDatabase(service, id)
    await keepLinks(db, id, mail)
    if (compiled.size >= mostCompiled) compiled.clear()
    compiled.set(key, mail)
    return mail
  }

  return claimLetters
}

async function compileFromDatabase(service: Service, id: number): Promise<CompiledCampaign> {
  const { db, secrets, settings } = service
  const campaign = await db
    .selectFrom('campaigns')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { language } = await db
    .selectFrom('accounts')
    .select('language')
    .where('id', '=', campaign.account_id)
    .executeTakeFirstOrThrow()
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

/** Before the first message that carries one. The content is frozen, so they never change. */
async function keepLinks(db: Executor, campaign: number, { links }: CompiledCampaign) {
  if (links.length === 0) return
  await db
    .insertInto('campaign_links')
    .values(links.map(({ position, url }) => ({ campaign_id: campaign, position, url })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
