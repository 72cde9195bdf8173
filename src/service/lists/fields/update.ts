import type { contract } from '../../../contract/index.ts'
import { Failure, refuse } from '../../../core/failure.ts'
import type { Handler } from '../../handler.ts'
import type { Service } from '../../service.ts'
import { findList } from '../store.ts'
import { convertValues } from './convert.ts'
import { isNameTaken, mayInvalidateValues, problemsOfField } from './field.ts'
import type { Field } from './field-values.ts'
import { selfSetWarnings } from './self-set.ts'
import { selectFields, updateField } from './store.ts'

export const update =
  (_: Service): Handler<typeof contract.fields.update> =>
  ({ id, field: fieldId, ...edit }, { account, language, transact }) =>
    transact(async (tx) => {
      const listRef = { accountId: account.id, listId: id }
      await findList(tx, listRef)
      const fields = await selectFields(tx, listRef)
      const before = fields.find((field) => field.id === fieldId)
      if (!before) throw new Failure('not_found')
      const after: Field = {
        ...before,
        ...Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined)),
      }
      refuse(problemsOfField(after))
      if (isNameTaken(fields, after.name, fieldId)) {
        throw new Failure('already_exists', { values: { name: after.name } })
      }
      if (mayInvalidateValues(before, after)) await convertValues(tx, listRef, before, after)
      await updateField(tx, after)
      const isNew = selfSetWarnings(before, language).length === 0
      const warnings = isNew ? selfSetWarnings(after, language) : []
      return { ok: true, ...(warnings.length > 0 && { warnings }) }
    })
