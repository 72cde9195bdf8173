import { refuse } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'

/** Whether a template is the account's. Templates rank above lists, so that it is handed in. */
export type HasTemplate = (
  db: Executor,
  place: { accountId: number; templateId: number },
) => Promise<boolean>

/** The template that welcomes new contacts, by number: the account's, or none. */
export async function readWelcomeTemplate(
  tx: Executor,
  hasTemplate: HasTemplate,
  accountId: number,
  sent: number | string | null | undefined,
): Promise<number | null> {
  if (sent === null || sent === undefined) return null
  const templateId = Number(sent)
  if (!(await hasTemplate(tx, { accountId, templateId }))) {
    refuse([{ field: 'welcome_template_id', code: 'unknown_id' }])
  }
  return templateId
}
