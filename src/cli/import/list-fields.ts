import type { Client } from '../../client/client.ts'
import { pages } from '../../client/paging.ts'
import { fields } from '../../contract/modules/fields.ts'
import { Failure } from '../../core/failure.ts'
import type { CustomField } from '../../tabular/mapping.ts'
import { wireId } from './send-batch.ts'

/** The custom fields of a list; none on a server that does not offer to tell them. Throws not_found. */
export async function readListFields(client: Client, listId: string): Promise<CustomField[]> {
  const found: CustomField[] = []
  try {
    const request = { id: wireId(listId) }
    for await (const { items } of pages(client, fields.list, request, { all: true })) {
      found.push(...items)
    }
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_offered') return []
    throw error
  }
  return found
}
