import type { contract } from '../../../contract/index.ts'
import { storedAddress } from '../../../core/address.ts'
import { refuse } from '../../../core/failure.ts'
import { toIsoTime } from '../../../core/time.ts'
import { messages as texts } from '../../../messages/all.ts'
import { senderValues } from '../../brands/sender-values.ts'
import { findBrand, selectPostalAddresses } from '../../brands/store.ts'
import { renderContent } from '../../campaigns/content-jobs.ts'
import { readTemplate } from '../../campaigns/editing/input.ts'
import { noReader } from '../../campaigns/public/web-version.ts'
import { isContactId } from '../../contacts/store.ts'
import type { Executor } from '../../database/dialect.ts'
import type { Handler } from '../../handler.ts'
import { requireMore } from '../../http/scopes.ts'
import type { Service } from '../../service.ts'
import { readFlow } from '../definition.ts'
import { selectContactsBy } from '../runs-store.ts'
import { findAutomation } from '../store.ts'
import { requireDefinition } from '../versions-store.ts'
import type { CollectedMessage } from './collect-message.ts'
import { walkFlow } from './walk.ts'

/** Shows every step and message of one contact. Sends and stores nothing. */
export const walk =
  (service: Service): Handler<typeof contract.automationTests.walk> =>
  async ({ id, contact, event }, { account, language }) => {
    // The messages show the fields of the contact.
    requireMore(account, 'contacts:read')
    const { db } = service
    const { version } = await findAutomation(db, { accountId: account.id, automationId: id })
    const flow = readFlow(await requireDefinition(db, id, version))
    const contactId = await findContact(db, account.id, contact, flow.trigger)
    const { enrolled, endedBy, steps, messages } = await walkFlow(service, {
      ...{ accountId: account.id, automationId: id, version, flow, contactId },
      events: event === undefined ? [] : [event].flat(),
    })
    const render = (message: CollectedMessage) => showMessage(service, account.id, message)
    const shown: Awaited<ReturnType<typeof render>>[] = []
    for (const message of messages) shown.push(await render(message))
    return {
      enrolled,
      ended_by: endedBy,
      steps: steps.map(({ node, outcome, at }) => ({
        ...{ node, type: flow.nodeOf(node)?.type ?? '', outcome, at: toIsoTime(at) },
      })),
      messages: shown,
    }

    async function showMessage(
      { rendering }: Service,
      accountId: number,
      { node: { id: node, config }, at, email, listId, values }: CollectedMessage,
    ) {
      const { template_id, html, text, asunto, preheader = '' } = config
      const source = {
        ...{ asunto, preheader, html: html ?? '', text: text ?? '' },
        ...(await readTemplate(db, accountId, { template_id, html, text })),
      }
      const sender = senderValues(
        await findBrand(db, { accountId, listId }),
        config.from_name ?? '',
      )
      const [rendered] = await rendering.run(
        renderContent,
        {
          ...{ source, unsubscribeText: texts[language].campaignMail.unsubscribe },
          postalAddresses: await selectPostalAddresses(db, accountId),
          recipients: [{ ...noReader, web_url: '#', ...sender, ...values }],
        },
        { owner: String(accountId) },
      )
      return {
        ...{ node, at: toIsoTime(at), email, asunto: rendered?.asunto ?? '' },
        ...(rendered?.html !== undefined && { html: rendered.html }),
        text: rendered?.text ?? '',
      }
    }
  }

/** Of several contacts with the address, returns the one on the list of the trigger, else an active one. */
async function findContact(
  db: Executor,
  accountId: number,
  name: string,
  trigger: object,
): Promise<number> {
  const by = isContactId(name) ? { id: Number(name) } : { emailKey: storedAddress(name)?.key ?? '' }
  const listId = 'list_id' in trigger ? Number(trigger.list_id) : undefined
  const found = await selectContactsBy(db, accountId, by)
  const contact =
    found.find(({ list_id }) => list_id === listId) ??
    found.find(({ status }) => status === 'active') ??
    found[0]
  if (!contact) refuse([{ field: 'contact', code: 'unknown_id' }])
  return contact?.id ?? 0
}
