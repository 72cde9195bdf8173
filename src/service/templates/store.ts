import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import { Failure } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import type { TemplateRow, TemplateVersionRow } from '../database/schema/mail.ts'

interface TemplateRef {
  accountId: number
  templateId: number
}

export type TemplateContent = Pick<
  Selectable<TemplateVersionRow>,
  'asunto' | 'html' | 'text' | 'mjml' | 'editor_json'
>

/** A template as lists show it. */
export type TemplateSummary = Selectable<TemplateRow> & { asunto: string }

/** A template with the content of one of its versions. */
export type Template = TemplateSummary & TemplateContent & { shown_version: number }

const withVersions = (db: Executor) =>
  db
    .selectFrom('templates')
    .innerJoin('template_versions', 'template_versions.template_id', 'templates.id')
    .selectAll('templates')

/** Finds a template with its newest version, or with the given one. */
export async function findTemplate(
  db: Executor,
  { accountId, templateId }: TemplateRef,
  version?: number,
): Promise<Template | undefined> {
  const template = withVersions(db)
    .select('template_versions.version as shown_version')
    .select(['asunto', 'html', 'text', 'mjml', 'editor_json'])
    .where('templates.account_id', '=', accountId)
    .where('templates.id', '=', templateId)
  return version === undefined
    ? template.whereRef('template_versions.version', '=', 'templates.version').executeTakeFirst()
    : template.where('template_versions.version', '=', version).executeTakeFirst()
}

export async function hasTemplate(
  db: Executor,
  { accountId, templateId }: TemplateRef,
): Promise<boolean> {
  const template = await db
    .selectFrom('templates')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', templateId)
    .executeTakeFirst()
  return template !== undefined
}

/** Throws `not_found` unless it belongs to the account. */
export async function requireTemplate(
  db: Executor,
  templateRef: TemplateRef,
  version?: number,
): Promise<Template> {
  const template = await findTemplate(db, templateRef, version)
  if (!template) throw new Failure('not_found')
  return template
}

export async function insertTemplate(
  tx: Executor,
  template: Omit<Insertable<TemplateRow>, 'id'>,
): Promise<number> {
  const { id } = await tx
    .insertInto('templates')
    .values(template)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type TemplateChange = Partial<Pick<TemplateRow, 'name' | 'archived' | 'version'>>

/** Returns false if the template was changed since it was read. */
export async function updateTemplate(
  tx: Executor,
  { id, revision }: Pick<Template, 'id' | 'revision'>,
  change: TemplateChange & { updated_at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('templates')
    .set({ ...change, revision: revision + 1 })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function insertVersion(
  tx: Executor,
  version: Insertable<TemplateVersionRow>,
): Promise<void> {
  await tx.insertInto('template_versions').values(version).execute()
}

interface TemplateQuery {
  accountId: number
  limit: number
  order: 'asc' | 'desc'
  isArchived: boolean
  after?: number
  /** A substring of the name. */
  q?: string
}

export function selectTemplates(db: Executor, query: TemplateQuery): Promise<TemplateSummary[]> {
  const { accountId, limit, order, isArchived, after, q } = query
  let templates = withVersions(db)
    .select('asunto')
    .whereRef('template_versions.version', '=', 'templates.version')
    .where('templates.account_id', '=', accountId)
    .where('archived', '=', isArchived ? 1 : 0)
    .orderBy('id', order)
    .limit(limit + 1)
  if (after !== undefined) templates = templates.where('id', order === 'asc' ? '>' : '<', after)
  if (q) templates = templates.where(sql<boolean>`lower(name) like ${containing(q)} escape '\\'`)
  return templates.execute()
}

const containing = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
