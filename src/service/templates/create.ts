import type { Input } from '../../contract/endpoint.ts'
import type { contract } from '../../contract/index.ts'
import { fromPortable } from '../../contract/portable-template.ts'
import { Failure, type Problem, refuse } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { refuseBeyondStorage } from '../users/storage.ts'
import { readContent, type SentContent } from './content.ts'
import {
  insertTemplate,
  insertVersion,
  requireTemplate,
  type Template,
  type TemplateContent,
  updateTemplate,
} from './store.ts'

type Sent = Input<typeof contract.templates.create>

/** The validated change to save. */
interface Change {
  name: string | undefined
  archived: 0 | 1 | undefined
  content: Partial<TemplateContent>
  now: number
}

const empty: TemplateContent = { asunto: '', html: '', text: '', mjml: null, editor_json: null }

export const create =
  ({ clock, rendering }: Service): Handler<typeof contract.templates.create> =>
  async (input, { account, ifMatch, headers, transact }) => {
    const { id, archived } = input
    const { name, ...sent } = messageOf(input)
    const change: Change = {
      name,
      archived: archived === undefined ? undefined : archived ? 1 : 0,
      content: await rendering.run(readContent, sent, { owner: String(account.id) }),
      now: clock.now(),
    }
    if (id === undefined) {
      refuse([...missingName(change), ...missingMessage({ ...empty, ...change.content })])
      return transact(async (tx) => {
        const created = await createTemplate(tx, account.id, change)
        await refuseBeyondStorage(tx, account.id)
        return created
      })
    }
    return transact(async (tx) => {
      const templateRef = { accountId: account.id, templateId: Number(id) }
      const template = await requireTemplate(tx, templateRef)
      const isOther = ifMatch !== undefined && ifMatch !== template.revision
      refuse(missingMessage({ ...template, ...change.content }))
      if (isOther || !(await save(tx, template, change))) throw new Failure('edited_meanwhile')
      await refuseBeyondStorage(tx, account.id)
      headers.etag = `"${template.revision + 1}"`
      return { ok: true, id: template.id, version: versionAfter(template, change) }
    })
  }

/** Returns the submitted message, or the one in an imported file, which may get another name. */
function messageOf({ import: file, name, ...input }: Sent): SentContent & { name?: string } {
  const { id: _, archived: __, ...content } = input
  if (!file) return { ...content, ...(name !== undefined && { name }) }
  const [other] = Object.keys(content)
  if (other !== undefined) {
    refuse([{ field: other, code: 'not_together', values: { other: 'import' } }])
  }
  const template = fromPortable(file)
  if (!template) throw new Failure('invalid', { problems: [changedFile] })
  return { ...template, ...(name !== undefined && { name }) }
}

const changedFile: Problem = { field: 'import.checksum', code: 'bad_checksum' }

const missingName = ({ name }: Change): Problem[] =>
  name === undefined ? [{ field: 'name', code: 'required' }] : []

/** An empty message would only fail when a campaign is sent. */
const missingMessage = ({ html, text }: TemplateContent): Problem[] =>
  html.trim() === '' && text.trim() === '' ? [{ field: 'html', code: 'required' }] : []

async function createTemplate(
  tx: Executor,
  accountId: number,
  { name = '', archived = 0, content, now }: Change,
) {
  const version = 1
  const id = await insertTemplate(tx, {
    account_id: accountId,
    name,
    version,
    revision: 1,
    archived,
    created_at: now,
    updated_at: now,
  })
  await insertVersion(tx, { ...empty, ...content, template_id: id, version, created_at: now })
  return { ok: true, id, version }
}

/**
 * Returns the version after a change. Only another message creates one; a new name or archiving
 * does not.
 */
const versionAfter = ({ version }: Template, { content }: Change): number =>
  Object.keys(content).length === 0 ? version : version + 1

/** Returns false if the template was changed since it was read. */
async function save(tx: Executor, template: Template, change: Change): Promise<boolean> {
  const { name, archived, content, now } = change
  const version = versionAfter(template, change)
  const isSaved = await updateTemplate(tx, template, {
    version,
    updated_at: now,
    ...(name !== undefined && { name }),
    ...(archived !== undefined && { archived }),
  })
  if (!isSaved || version === template.version) return isSaved
  const { asunto, html, text, mjml, editor_json } = { ...template, ...content }
  await insertVersion(tx, {
    template_id: template.id,
    version,
    asunto,
    html,
    text,
    mjml,
    editor_json,
    created_at: now,
  })
  return true
}
