import { campaigns } from '../../../contract/modules/campaigns.ts'
import { Failure } from '../../../core/failure.ts'
import { newUuid } from '../../../core/ids.ts'
import type { Context } from '../../context/context.ts'
import { checkCampaignDraft } from './check-campaign.ts'
import type { Draft, EditorDocument } from './document.ts'

/** In other states, and after the first message was sent, the content cannot change. */
const editable = new Set(['draft', 'scheduled', 'paused'])

export function campaignDocument(context: Context, id: number): EditorDocument {
  /** Other servers may omit fields. */
  async function load() {
    const client = await context.client()
    const { data, headers } = await client.call(campaigns.get, { id })
    const fields: Partial<typeof data> = data
    const { camp_name: name = String(id), list_id: lists = [], status, started_at } = fields
    const { asunto = '', preheader = '', html = '' } = fields
    const content = { asunto, preheader, html }
    const draft: Draft = { name, lists, content, version: headers.etag }
    return { draft, status, hasStarted: typeof started_at === 'string' }
  }

  return {
    key: `campaign-${id}`,
    command: `campaigns edit ${id}`,
    parts: ['asunto', 'preheader', 'html'],
    language: 'html',
    async open() {
      const { draft, status, hasStarted } = await load()
      if (status !== undefined && (!editable.has(status) || hasStarted)) {
        throw new Failure('wrong_state', { values: { status, action: 'edit' } })
      }
      // Of a scheduled campaign, half a sentence could be sent.
      return { ...draft, autosaves: status === 'draft' }
    },
    read: async () => (await load()).draft,
    async write(edit, version) {
      const client = await context.client()
      const options = { ifMatch: version, idempotencyKey: newUuid() }
      await client.call(campaigns.update, { id, ...edit }, options)
    },
    check: () => checkCampaignDraft(context, id),
    async preview(contact) {
      const client = await context.client()
      const { data } = await client.call(campaigns.preview, {
        id,
        format: 'html',
        ...(contact !== undefined && { contact_id: contact }),
      })
      return { asunto: data.asunto, preheader: data.preheader, html: data.html }
    },
    async test(emails, contact) {
      const client = await context.client()
      const { data } = await client.call(
        campaigns.test,
        { id, emails, ...(contact !== undefined && { contact_id: contact }) },
        { idempotencyKey: newUuid() },
      )
      return data.sent
    },
    result: ({ name }) => ({ id, camp_name: name }),
  }
}
