import { normaliseAddress } from '../../core/address.ts'
import { Failure, type Problem, refuse } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import { findSegment } from '../segments/store.ts'
import { findTemplate } from '../templates/store.ts'
import { type CampaignLists, ownLists } from './store.ts'

type Ids = readonly (number | string)[]

/** The lists of a campaign by number; all of them the account's, and none both in and out. */
export async function readLists(
  db: Executor,
  account: number,
  listIds: Ids,
  excludedIds: Ids,
): Promise<CampaignLists> {
  const included = [...new Set(listIds.map(Number))]
  const excluded = [...new Set(excludedIds.map(Number))]
  const own = await ownLists(db, account, [...included, ...excluded])
  const unknown = (field: string, ids: Ids): Problem[] =>
    ids.flatMap((id, index) =>
      own.has(Number(id)) ? [] : [{ field: `${field}.${index}`, code: 'unknown_id' as const }],
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

/** The segment of a campaign by number: the account's, or none. */
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

/** What a campaign takes of a template: a copy, so that it stays as it was made. */
export interface TemplateCopy {
  template_id: number | null
  html?: string
  text?: string
}

/** The message of a template of the account, where none is sent with it. */
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

/** As it is kept: the domain in its ASCII form. The shape has checked that it is an address. */
export const readAddress = (text: string): string => normaliseAddress(text)?.email ?? text
