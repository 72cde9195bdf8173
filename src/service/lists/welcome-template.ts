import { refuse } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'

/** Whether a template belongs to the account. Templates rank above lists, so this is injected. */
export type HasTemplate = (
  db: Executor,
  templateRef: { accountId: number; templateId: number },
) => Promise<boolean>

/** Returns the id of the welcome template, or null. Throws `invalid` if it is not the account's. */
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
