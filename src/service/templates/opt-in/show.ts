import type { contract } from '../../../contract/index.ts'
import { toIsoTime } from '../../../core/time.ts'
import {
  findOptInTemplate,
  type OptInTemplateRef,
} from '../../contacts/consent/opt-in-templates-store.ts'
import type { Executor } from '../../database/dialect.ts'
import type { Handler } from '../../handler.ts'
import type { Service } from '../../service.ts'
import { requireAccount } from '../../users/access.ts'

export const show =
  ({ db }: Service): Handler<typeof contract.optin.get> =>
  async ({ id, language }, { account }) => {
    await requireAccount(db, account, id, 'get')
    return showWording(db, { accountId: id, language })
  }

/** Returns the wording in a language as the API shows it. */
export async function showWording(db: Executor, ref: OptInTemplateRef) {
  const template = await findOptInTemplate(db, ref)
  return {
    language: ref.language,
    template_id: template?.template_id ?? null,
    template: template?.template_name ?? null,
    subject: template?.subject ?? null,
    updated_at: template ? toIsoTime(template.updated_at) : null,
  }
}

type Wording = Awaited<ReturnType<typeof showWording>>

/** What the audit log shows of a wording. */
export const settingsOf = ({ template_id, subject }: Wording) => ({ template_id, subject })
