import type { Language } from '../../../core/language.ts'
import type { Executor } from '../../database/dialect.ts'
import type { OptInTemplateRow } from '../../database/schema/mail.ts'

export interface OptInTemplateRef {
  accountId: number
  language: Language
}

/** The wording of an account, from the newest version of its template. */
interface OptInTemplate {
  template_id: number
  template_name: string
  subject: string
  html: string
  text: string
  updated_at: number
}

export const findOptInTemplate = (
  db: Executor,
  { accountId, language }: OptInTemplateRef,
): Promise<OptInTemplate | undefined> =>
  db
    .selectFrom('opt_in_templates')
    .innerJoin('templates', (join) =>
      join
        .onRef('templates.id', '=', 'opt_in_templates.template_id')
        .onRef('templates.account_id', '=', 'opt_in_templates.account_id'),
    )
    .innerJoin('template_versions', (join) =>
      join
        .onRef('template_versions.template_id', '=', 'templates.id')
        .onRef('template_versions.version', '=', 'templates.version'),
    )
    .select(['opt_in_templates.template_id', 'templates.name as template_name', 'subject'])
    .select(['html', 'text', 'opt_in_templates.updated_at'])
    .where('opt_in_templates.account_id', '=', accountId)
    .where('opt_in_templates.language', '=', language)
    .executeTakeFirst()

export async function upsertOptInTemplate(
  tx: Executor,
  { account_id, language, ...change }: OptInTemplateRow,
): Promise<void> {
  await tx
    .insertInto('opt_in_templates')
    .values({ account_id, language, ...change })
    .onConflict((conflict) => conflict.columns(['account_id', 'language']).doUpdateSet(change))
    .execute()
}

/** Returns false if there was none. */
export async function deleteOptInTemplate(
  tx: Executor,
  { accountId, language }: OptInTemplateRef,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('opt_in_templates')
    .where('account_id', '=', accountId)
    .where('language', '=', language)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
