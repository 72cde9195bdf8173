import type { Client } from '../../client/client.ts'
import { items } from '../../client/paging.ts'
import { fields } from '../../contract/modules/fields.ts'
import { wireId } from '../../contract/path.ts'
import { isNotOffered } from '../../operations/not-offered.ts'
import type { CustomField } from '../../tabular/mapping.ts'

/** Returns the custom fields of a list; none if the server does not offer them. Throws not_found. */
export async function readListFields(client: Client, listId: string): Promise<CustomField[]> {
  const found: CustomField[] = []
  const everything = { limit: Number.POSITIVE_INFINITY, all: true }
  try {
    for await (const field of items(client, fields.list, { id: wireId(listId) }, everything)) {
      found.push(field)
    }
  } catch (error) {
    if (isNotOffered(error)) return []
    throw error
  }
  return found
}
