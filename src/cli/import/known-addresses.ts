import type { Client } from '../../client/client.ts'
import { items } from '../../client/paging.ts'
import { contacts } from '../../contract/modules/contacts.ts'
import { lists } from '../../contract/modules/lists.ts'
import { wireId } from '../../contract/path.ts'
import { normaliseAddress } from '../../core/address.ts'
import { ifOffered } from '../../operations/not-offered.ts'

/** Read for a dry run, in twenty requests. */
const maxRead = 10_000

/**
 * Returns the addresses of a list, in the form that is compared; undefined if they are too many, or if the
 * server does not list them.
 */
export const readKnownAddresses = (
  client: Client,
  listId: string,
  signal: AbortSignal,
): Promise<ReadonlySet<string> | undefined> => ifOffered(readAddresses(client, listId, signal))

async function readAddresses(
  client: Client,
  listId: string,
  signal: AbortSignal,
): Promise<ReadonlySet<string> | undefined> {
  const id = wireId(listId)
  const { data } = await client.call(lists.get, { id }, { signal })
  const count: number | undefined = data.contacts // another server may leave it out
  if (count === undefined || count > maxRead) return undefined
  const known = new Set<string>()
  if (count === 0) return known
  const all = { limit: Number.POSITIVE_INFINITY, all: true, signal }
  for await (const { email } of items(client, contacts.list, { id, fields: 'email' }, all)) {
    const address = normaliseAddress(email)
    if (address) known.add(address.key)
  }
  return known
}
