import type { Client } from '../client/client.ts'
import { pages } from '../client/paging.ts'
import { fields } from '../contract/modules/fields.ts'
import { Failure } from '../core/failure.ts'
import { builtInTags, type KnownTag } from '../core/foreign-tags/names.ts'

/**
 * Returns the merge tags that a message to these lists may use: the built-in ones and the custom fields.
 * Without the fields of a list, a message can be written nevertheless.
 */
export async function knownTags(
  client: Client,
  lists: readonly (string | number)[],
): Promise<(KnownTag & { isInternal?: boolean })[]> {
  const tags = new Map<string, KnownTag & { isInternal?: boolean }>(
    builtInTags.map((tag) => [tag.key, tag]),
  )
  try {
    for (const list of lists) {
      const everything = { limit: Number.POSITIVE_INFINITY, all: true }
      for await (const { items } of pages(client, fields.list, { id: Number(list) }, everything)) {
        for (const { key, name, internal } of items) {
          tags.set(key, { key, name, isInternal: internal })
        }
      }
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
  }
  return [...tags.values()]
}
