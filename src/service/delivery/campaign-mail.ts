import { Failure } from '../../core/failure.ts'
import { asLanguage } from '../../core/language.ts'
import { selectPostalAddresses } from '../brands/store.ts'
import { attachedFiles } from '../campaigns/editing/attachments-store.ts'
import type { FieldValues } from '../campaigns/field-values-store.ts'
import { releasedLease, tryTransition } from '../campaigns/sending/apply-transition.ts'
import { attachFile } from '../mail/attachment.ts'
import type { Service } from '../service.ts'
import { planLimits } from '../users/plan-limits.ts'
import {
  findMailSettings,
  findSendingCampaign,
  insertLinks,
  type MailSettings,
} from './campaign-mail-store.ts'
import { claimWithContacts } from './claim-recipients.ts'
import { type DueCampaign, dueCampaigns } from './claim-store.ts'
import type { CompiledCampaign } from './compile-campaign.ts'
import { compileVariants } from './compile-variants.ts'
import { createCampaignTurns } from './pacing/campaign-turns.ts'
import { type ClaimSource, domainOfAddress, type QueuedMessage } from './queued-message.ts'
import { signatureFor } from './signature.ts'
import { type RenderTime, TemplateHealth } from './template-health.ts'

/** How many compiled campaigns are cached; each holds a few times its HTML. */
const maxCompiled = 20

const noFields: FieldValues = {}

interface Compiled {
  /** What the messages were compiled from; a change of it compiles them again. */
  state: string
  mail: CompiledCampaign
  health: TemplateHealth
}

/**
 * Claims messages of campaigns. Each call claims a batch of the campaign whose turn it is. `stopAutomations` pauses the
 * messages of the automations of an account that may not send, and returns whether it may not.
 */
export function campaignMail(
  service: Service,
  stopAutomations: (account: number) => Promise<boolean>,
): ClaimSource {
  const { db, clock, log } = service
  const compiled = new Map<number, Compiled>()
  const nextOf = createCampaignTurns((plan) => planLimits(plan).sendingTurns)

  async function claimMessages(limit: number, claim: string): Promise<QueuedMessage[]> {
    const next = nextOf(await dueCampaigns(db, clock.now()))
    if (!next || (next.automation && (await stopAutomations(next.account)))) return []
    const ready = await compiledOrPaused(next)
    if (!ready) return []
    const { mail, health } = ready
    const limits = { claim, now: clock.now(), limit }
    const { contacts, fields, brands, events } = await claimWithContacts(db, next, mail, limits)
    return contacts.map((contact) => ({
      table: 'recipients',
      id: contact.id,
      claim,
      account: next.account,
      domain: domainOfAddress(contact.email),
      attempts: contact.attempts,
      counted: {
        account: next.account,
        campaign: next.id,
        variant: contact.variant,
        state: contact.state,
        hasBounced: contact.hasBounced === 1,
      },
      isKept: next.isSandbox === 1 ? true : undefined,
      isSigned: mail.isSigned,
      compose(buffer) {
        const values = fields.get(contact.contact_id) ?? noFields
        const brand = brands.get(contact.list_id)
        const event = events.get(contact.visit)
        const composed = health.watch(() =>
          mail.compose(contact, values, { now: clock.now(), buffer, brand, event }),
        )
        const isDone = !(composed instanceof Promise) && !health.isBad
        return isDone ? composed : watched(composed, next, health)
      },
    }))
  }

  /** Returns the message, and pauses its campaign if the template is bad. */
  async function watched<T>(
    composed: T | Promise<T>,
    campaign: DueCampaign,
    health: TemplateHealth,
  ): Promise<T> {
    try {
      return await composed
    } finally {
      if (health.isBad) await pauseForSlowTemplate(campaign)
    }
  }

  /** If it cannot be written now, the next message pauses the campaign. */
  async function pauseForSlowTemplate(campaign: DueCampaign): Promise<void> {
    try {
      await pauseForTemplate(campaign, 'the template is too slow')
    } catch (error) {
      log.error('a campaign could not be paused', error, { campaign: campaign.id })
    }
  }

  /** Pauses a campaign that passed preflight but cannot be composed, so that it is not retried forever. */
  async function compiledOrPaused(next: DueCampaign): Promise<Compiled | undefined> {
    try {
      return await compiledOf(next)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      await pauseForTemplate(next, error)
      return undefined
    }
  }

  /** A person has to change the template, or to cancel. */
  async function pauseForTemplate({ id }: DueCampaign, cause: unknown): Promise<void> {
    // Once it goes on, its messages are watched anew.
    compiled.delete(id)
    const change = { status: 'paused', reason: 'template', ...releasedLease } as const
    if (await tryTransition({ tx: db, log }, id, 'hold', change)) {
      log.error('the template of a campaign cannot be rendered', cause, { campaign: id })
    }
  }

  /** An automation sends for years, so the sender and the account may change in between. */
  async function compiledOf({ id, version, account, fromMail }: DueCampaign): Promise<Compiled> {
    const mailSettings = await findMailSettings(db, account, fromMail)
    const postalAddresses = await selectPostalAddresses(db, account)
    const state = JSON.stringify([version, mailSettings, postalAddresses])
    const known = compiled.get(id)
    if (known?.state === state) return known
    const renderTime = { messages: 0, ms: 0 }
    const mail = await compileFromDatabase(
      service,
      id,
      { ...mailSettings, postalAddresses },
      renderTime,
    )
    const made = { state, mail, health: new TemplateHealth(renderTime) }
    await insertLinks(db, { id, account }, mail.links)
    if (compiled.size >= maxCompiled) compiled.clear()
    compiled.set(id, made)
    return made
  }

  return claimMessages
}

async function compileFromDatabase(
  service: Service,
  id: number,
  settingsOfMail: MailSettings & { postalAddresses: readonly string[] },
  renderTime: RenderTime,
): Promise<CompiledCampaign> {
  const { db, secrets, settings } = service
  const { language, from_mail, reply_to, dkim, dkim_selector, postalAddresses } = settingsOfMail
  const campaign = await findSendingCampaign(db, id)
  const sender = from_mail === null ? undefined : { from_mail, dkim, dkim_selector }
  const files = await attachedFiles(db, campaign)
  return compileVariants(campaign, {
    rendering: service.rendering,
    renderTime,
    replyTo: reply_to,
    language: asLanguage(language),
    postalAddresses,
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
