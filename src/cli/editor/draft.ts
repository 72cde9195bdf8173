import { campaigns } from '../../contract/modules/campaigns.ts'
import { Failure } from '../../core/failure.ts'
import { newUuid } from '../../core/ids.ts'
import type { Context } from '../context.ts'

/** What the editor changes, under the names of the wire. */
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
  /** What `If-Match` says; a server that tells none is asked for the content instead. */
  version?: string
}

/** The message is frozen in any other state, and once the first one has gone out. */
const editable = new Set(['draft', 'scheduled', 'paused'])

/** Throws `wrong_state` for a campaign whose message cannot change any more. */
export async function openDraft(context: Context, id: number): Promise<Draft> {
  const { draft, status, hasStarted } = await read(context, id)
  if (status !== undefined && (!editable.has(status) || hasStarted)) {
    throw new Failure('wrong_state', { values: { status, action: 'edit' } })
  }
  return draft
}

interface Saving {
  /** Over what somebody else has saved meanwhile. */
  overwrites?: boolean
}

/** The draft as it is afterwards. Throws `edited_meanwhile` when somebody else was faster. */
export async function saveDraft(
  context: Context,
  opened: Draft,
  edit: Partial<Content>,
  { overwrites = false }: Saving = {},
): Promise<Draft> {
  const client = await context.client()
  const { id } = opened
  const base = overwrites ? (await read(context, id)).draft : opened
  if (base.version === undefined) await refuseOverwriting(context, base)
  const options = { ifMatch: base.version, idempotencyKey: newUuid() }
  await client.call(campaigns.update, { id, ...edit }, options)
  const { draft } = await read(context, id)
  const content = { ...base.content, ...edit }
  // Somebody saved right behind us: with our version the next save finds that out.
  const isOurs = draft.version === undefined || isSame(draft.content, content)
  return isOurs ? draft : { ...base, content }
}

async function refuseOverwriting(context: Context, { id, content }: Draft): Promise<void> {
  const { draft } = await read(context, id)
  if (!isSame(draft.content, content)) throw new Failure('edited_meanwhile')
}

const isSame = (one: Content, other: Content): boolean =>
  one.html === other.html && one.asunto === other.asunto && one.preheader === other.preheader

/** Other servers may leave out what ours tells. */
async function read(context: Context, id: number) {
  const client = await context.client()
  const { data, headers } = await client.call(campaigns.get, { id })
  const told: Partial<typeof data> = data
  const { camp_name: name = String(id), list_id: lists = [], status, started_at } = told
  const { asunto = '', preheader = '', html = '' } = told
  const draft: Draft = {
    id,
    name,
    lists,
    content: { asunto, preheader, html },
    ...(headers.etag && { version: headers.etag }),
  }
  return { draft, status, hasStarted: typeof started_at === 'string' }
}
