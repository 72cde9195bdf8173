import type { Executor } from '../../database/dialect.ts'
import { type Campaign, insertCampaign, listsOf, setLists } from '../store.ts'
import { copyAttachments } from './attachments-store.ts'

/** Creates a draft with the content and audience of another campaign; returns its id. */
export async function copyCampaign(
  tx: Executor,
  source: Campaign,
  { now, ...changes }: { now: number } & Partial<Campaign>,
): Promise<number> {
  const { id: from, ...row } = source
  const id = await insertCampaign(tx, {
    ...row,
    ...newDraftColumns,
    created_at: now,
    updated_at: now,
    ...changes,
  })
  const { account_id } = source
  const lists = (await listsOf(tx, account_id, [from])).get(from)
  if (lists && lists.included.length > 0) await setLists(tx, { id, account_id }, lists)
  await copyAttachments(tx, source, id)
  return id
}

/** Columns of a new draft. */
const newDraftColumns = {
  status: 'draft',
  reason: null,
  resend_of: null,
  resend_to: null,
  scheduled_at: null,
  timezone: null,
  recipients: 0,
  reserved: 0,
  reserved_until: 0,
  reserved_earlier: 0,
  sent: 0,
  failed: 0,
  audience_list: 0,
  audience_cursor: 0,
  audience_fixed: 0,
  claim: null,
  lease_until: 0,
  started_at: null,
  sent_at: null,
  ended_at: null,
  tested_at: null,
  archive_slug: null,
  archived_at: null,
  ab_winner: null,
  draw_cursor: '',
  drawn: 0,
  by_recipient_timezone: 0,
  ab_decide_at: null,
  deleted_at: null,
  reputation_base: null,
  version: 1,
} as const
