import type { contract } from '../../../contract/index.ts'
import { Failure, refuse } from '../../../core/failure.ts'
import type { Handler } from '../../handler.ts'
import type { Service } from '../../service.ts'
import { findList } from '../store.ts'
import { isNameTaken, problemsOfField } from './field.ts'
import { keyFromName, reservedKeys } from './key.ts'
import { selfSetWarnings } from './self-set.ts'
import { insertField, selectFields } from './store.ts'

export const create =
  ({ clock }: Service): Handler<typeof contract.fields.create> =>
  ({ id, ...input }, { account, language, transact }) =>
    transact(async (tx) => {
      const listRef = { accountId: account.id, listId: id }
      await findList(tx, listRef)
      const existing = await selectFields(tx, listRef)
      if (isNameTaken(existing, input.name)) {
        throw new Failure('already_exists', { values: { name: input.name } })
      }
      const takenKeys = new Set([...reservedKeys, ...existing.map(({ key }) => key)])
      const field = {
        name: input.name,
        key: input.key ?? keyFromName(input.name, takenKeys),
        type: input.type,
        options: input.options ?? [],
        internal: input.internal ?? false,
        required: input.required ?? false,
        default: input.default ?? null,
      }
      refuse(problemsOfField(field))
      const warnings = selfSetWarnings(field, language)
      return {
        ok: true,
        id: await insertField(tx, listRef, field, clock.now()),
        ...(warnings.length > 0 && { warnings }),
      }
    })
