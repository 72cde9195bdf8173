import type { Fields } from '../../../client/request.ts'
import type { Answer } from '../../../contract/endpoint.ts'
import { suppressions } from '../../../contract/modules/suppressions.ts'
import { maxSuppressionsAtOnce } from '../../../contract/shapes/suppression.ts'
import { Failure } from '../../../core/failure.ts'
import { defineCommand } from '../../command/command.ts'
import { suppressionCounts, suppressionFlags } from '../../contacts/suppression-columns.ts'
import { importedInPart } from '../../import/imported-in-part.ts'
import { rejectedSection } from '../../import/shown-rows.ts'
import { readTextFile } from '../../input/files.ts'
import { runOperation } from '../../sending/run-operation.ts'

export const command = defineCommand({
  endpoint: suppressions.add,
  positionals: ['addresses...?'],
  fields: { ...suppressionFlags, email: { omit: true }, scope: { omit: true } },
  options: { file: { kind: 'text', placeholder: 'FILE' } },
  examples: [
    'contacts suppressions add ana@example.org --reason "asked by phone"',
    'contacts suppressions add --file blocked.txt --list Customers',
  ],
  failures: ['done_in_part', 'file_unreadable', 'file_empty', 'missing_input', 'usage'],
  async operation(context, { input, options: { file }, positionals: { addresses = [] } }) {
    const { list_id, type, reason } = input as Fields // a row of the batch has them
    const { host, settings } = context
    const source = { stdin: host.stdin, language: settings.language.value }
    const lines = file === undefined ? [] : (await readTextFile(file, source)).split(/\r?\n/)
    const all = [...addresses, ...lines].map((line) => line.trim()).filter((line) => line !== '')
    if (all.length === 0) throw new Failure('missing_input', { values: { flags: '--file' } })
    if (all.length > maxSuppressionsAtOnce) {
      const values = { limit: maxSuppressionsAtOnce }
      throw new Failure('usage', { problems: [{ field: 'addresses', code: 'too_many', values }] })
    }
    const more = { ...(type !== undefined && { type }), ...(reason !== undefined && { reason }) }
    const rows = all.map((email) => ({ email, ...more }))
    const request = { suppressions: rows, ...(list_id !== undefined && { list_id }) }
    return { endpoint: suppressions.add, request }
  },
  async run(context, _, operation) {
    const answer = await runOperation(context, operation)
    // Another server may not say which rows it refused.
    const {
      added = 0,
      unchanged = 0,
      errors = [],
    } = answer as Partial<Answer<typeof suppressions.add>>
    if (errors.length === 0) return { one: answer }
    const rows = errors.map(({ index, email, message }) => ({
      line: index + 1,
      value: email,
      reason: message,
    }))
    const section = { ...rejectedSection, field: 'errors', rows }
    await context.output.show({
      one: answer,
      view: { fields: suppressionCounts, sections: [section] },
    })
    const total = added + unchanged + errors.length
    throw importedInPart({ failed: errors.length, total })
  },
  view: { fields: suppressionCounts },
})
