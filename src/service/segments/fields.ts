import type { contract } from '../../contract/index.ts'
import { messages } from '../../messages/all.ts'
import {
  type ContactAskable,
  contactAskables,
  nameOfField,
  recordedEvents,
} from '../conditions/catalogue.ts'
import { selectCatalogue } from '../conditions/catalogue-store.ts'
import { countOperators, operatorsOf } from '../conditions/operators.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { readList } from './input.ts'

/** Everything that a rule can ask about, with what it may ask. */
export const fields =
  ({ db }: Service): Handler<typeof contract.segments.fields> =>
  async ({ list_id }, { account, language }) => {
    const listId = await readList(db, account.id, list_id)
    const { fields: custom, lists } = await selectCatalogue(db, account.id, listId)
    const words = messages[language].segmentFields
    const listIds = lists.map(({ id }) => String(id))
    const items = [
      ...Object.entries(contactAskables).map(([field, { type, values }]) => ({
        field,
        name: words[field as ContactAskable],
        kind: 'contact' as const,
        type,
        operators: [...operatorsOf[type]],
        values: field === 'lists' ? listIds : [...values],
        list_id: null,
      })),
      ...custom.map((field) => ({
        field: nameOfField(field),
        name: field.name,
        kind: 'custom' as const,
        type: field.type,
        operators: [...operatorsOf[field.type]],
        values: [...field.options],
        list_id: field.listId,
      })),
      ...recordedEvents.map((event) => ({
        field: event,
        name: words[event],
        kind: 'event' as const,
        type: 'number' as const,
        operators: [...countOperators],
        values: [],
        list_id: null,
      })),
    ]
    return { items, total: items.length }
  }
