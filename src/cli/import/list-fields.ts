import type { Client } from '../../client/client.ts'
import { items } from '../../client/paging.ts'
import { fields } from '../../contract/modules/fields.ts'
import { Failure } from '../../core/failure.ts'
import type { CustomField } from '../../tabular/mapping.ts'
import { wireId } from './send-batch.ts'

/** The custom fields of a list; none on a server that does not offer to tell them. Throws not_found. */
export async function readListFields(client: Client, listId: string): Promise<CustomField[]> {
  const found: CustomField[] = []
  const everything = { limit: Number.POSITIVE_INFINITY, all: true }
  try {
    for await (const field of items(client, fields.list, { id: wireId(listId) }, everything)) {
      found.push(field)
    }
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_offered') return []
    throw error
  }
  return found
}
