import type { contract } from '../../contract/index.ts'
import { type ContactFieldName, operatorsOf } from '../../contract/segment-fields.ts'
import { messages } from '../../messages/all.ts'
import { contactFields, nameOfField, recordedEvents } from '../conditions/catalogue.ts'
import { selectCatalogue } from '../conditions/catalogue-store.ts'
import { selectEventProperties } from '../conditions/event-catalogue-store.ts'
import { countOperators } from '../conditions/operators.ts'
import { propertyOperatorsOf } from '../conditions/property-filter.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { readList } from './input.ts'

/** Lists the fields and events that rules can use, with their operators and values. */
export const fields =
  ({ db }: Service): Handler<typeof contract.segments.fields> =>
  async ({ list_id }, { account, language }) => {
    const listId = await readList(db, account.id, list_id)
    const { fields: custom, lists } = await selectCatalogue(db, account.id, listId)
    const strings = messages[language].segmentFields
    const listIds = lists.map(({ id }) => String(id))
    const items = [
      ...Object.entries(contactFields).map(([field, { type, values }]) => ({
        field,
        name: strings[field as ContactFieldName],
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
      ...[...recordedEvents, 'conversion' as const].map((event) => ({
        field: event,
        name: strings[event],
        kind: 'event' as const,
        type: 'number' as const,
        operators: [...countOperators],
        values: [],
        list_id: null,
      })),
      ...(await selectEventProperties(db, account.id)).map(({ name, properties }) => ({
        ...{ field: 'custom', name, kind: 'event' as const, type: 'number' as const },
        operators: [...countOperators],
        values: [],
        list_id: null,
        properties: properties.map(({ property, type }) => ({
          property,
          type,
          operators: [...propertyOperatorsOf(type)],
        })),
      })),
    ]
    return { items, total: items.length }
  }
