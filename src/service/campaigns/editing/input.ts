import { normaliseAddress } from '../../../core/address.ts'
import { Failure, type Problem, refuse } from '../../../core/failure.ts'
import type { Executor } from '../../database/dialect.ts'
import { findSegment } from '../../segments/store.ts'
import { findTemplate } from '../../templates/store.ts'
import { type CampaignLists, selectAccountLists } from '../store.ts'

type Ids = readonly (number | string)[]

/**
 * Reads list ids. All lists must belong to the account, and none may be both included and excluded.
 */
export async function readLists(
  db: Executor,
  account: number,
  listIds: Ids,
  excludedIds: Ids,
): Promise<CampaignLists> {
  const included = [...new Set(listIds.map(Number))]
  const excluded = [...new Set(excludedIds.map(Number))]
  const accountLists = await selectAccountLists(db, account, [...included, ...excluded])
  const unknown = (field: string, ids: Ids): Problem[] =>
    ids.flatMap((id, index) =>
      accountLists.has(Number(id))
        ? []
        : [{ field: `${field}.${index}`, code: 'unknown_id' as const }],
    )
  const problems = [
    ...unknown('list_id', listIds),
    ...unknown('exclude_list_id', excludedIds),
    ...excludedIds.flatMap((id, index): Problem[] =>
      included.includes(Number(id))
        ? [{ field: `exclude_list_id.${index}`, code: 'duplicate' }]
        : [],
    ),
  ]
  if (problems.length > 0) throw new Failure('invalid', { problems })
  return { included, excluded }
}

/** Reads a segment id, which must belong to the account. Null means no segment. */
export async function readSegment(
  db: Executor,
  accountId: number,
  sent: number | string | null | undefined,
): Promise<number | null> {
  if (sent === null || sent === undefined) return null
  const segmentId = Number(sent)
  if (!(await findSegment(db, { accountId, segmentId }))) {
    refuse([{ field: 'segment_id', code: 'unknown_id' }])
  }
  return segmentId
}

/** A copy of a template's content. Later edits of the template do not change the campaign. */
interface TemplateCopy {
  template_id: number | null
  html?: string
  text?: string
}

/** Copies the content of a template, unless the request has content of its own. */
export async function readTemplate(
  db: Executor,
  accountId: number,
  { template_id: sent, html, text }: SentMessage,
): Promise<TemplateCopy | undefined> {
  if (sent === undefined) return undefined
  if (sent === null) return { template_id: null }
  const template = await findTemplate(db, { accountId, templateId: Number(sent) })
  if (!template) throw new Failure('invalid', { problems: [unknownTemplate] })
  const { id: template_id } = template
  if (html !== undefined) return { template_id }
  return { template_id, html: template.html, ...(text === undefined && { text: template.text }) }
}

interface SentMessage {
  template_id?: number | string | null | undefined
  html?: string | undefined
  text?: string | undefined
}

const unknownTemplate: Problem = { field: 'template_id', code: 'unknown_id' }

/**
 * Normalises an address for storage, with the domain in ASCII. The schema has already validated it.
 */
export const readAddress = (text: string): string => normaliseAddress(text)?.email ?? text
