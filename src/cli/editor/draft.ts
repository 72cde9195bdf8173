import { campaigns } from '../../contract/modules/campaigns.ts'
import { Failure } from '../../core/failure.ts'
import { newUuid } from '../../core/ids.ts'
import type { Context } from '../context/context.ts'

/** The fields that the editor changes, with their API names. */
export interface Content {
  asunto: string
  preheader: string
  html: string
}

export interface Draft {
  id: number
  name: string
  lists: readonly (string | number)[]
  content: Content
  /** The value for `If-Match`. Without one, the content is compared instead. */
  version?: string
}

/** In other states, and after the first message was sent, the content cannot change. */
const editable = new Set(['draft', 'scheduled', 'paused'])

/** Loads a campaign for editing. Throws `wrong_state` if its content can no longer change. */
export async function openDraft(context: Context, id: number): Promise<Draft> {
  const { draft, status, hasStarted } = await read(context, id)
  if (status !== undefined && (!editable.has(status) || hasStarted)) {
    throw new Failure('wrong_state', { values: { status, action: 'edit' } })
  }
  return draft
}

interface SaveOptions {
  /** Overwrites a concurrent edit. */
  overwrites?: boolean
}

/** Saves an edit and returns the new draft. Throws `edited_meanwhile` after a concurrent edit. */
export async function saveDraft(
  context: Context,
  opened: Draft,
  edit: Partial<Content>,
  { overwrites = false }: SaveOptions = {},
): Promise<Draft> {
  const client = await context.client()
  const { id } = opened
  const base = overwrites ? (await read(context, id)).draft : opened
  if (base.version === undefined) await refuseOverwriting(context, base)
  const options = { ifMatch: base.version, idempotencyKey: newUuid() }
  await client.call(campaigns.update, { id, ...edit }, options)
  const { draft } = await read(context, id)
  const content = { ...base.content, ...edit }
  // If another edit came right after ours, keep our version: the next save then detects the
  // conflict.
  const isOurs = draft.version === undefined || isSame(draft.content, content)
  return isOurs ? draft : { ...base, content }
}

async function refuseOverwriting(context: Context, { id, content }: Draft): Promise<void> {
  const { draft } = await read(context, id)
  if (!isSame(draft.content, content)) throw new Failure('edited_meanwhile')
}

const isSame = (a: Content, b: Content): boolean =>
  a.html === b.html && a.asunto === b.asunto && a.preheader === b.preheader

/** Other servers may omit fields. */
async function read(context: Context, id: number) {
  const client = await context.client()
  const { data, headers } = await client.call(campaigns.get, { id })
  const fields: Partial<typeof data> = data
  const { camp_name: name = String(id), list_id: lists = [], status, started_at } = fields
  const { asunto = '', preheader = '', html = '' } = fields
  const draft: Draft = {
    id,
    name,
    lists,
    content: { asunto, preheader, html },
    ...(headers.etag && { version: headers.etag }),
  }
  return { draft, status, hasStarted: typeof started_at === 'string' }
}
