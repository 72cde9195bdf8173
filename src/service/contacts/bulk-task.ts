import type { Input } from '../../contract/endpoint.ts'
import type { contract } from '../../contract/index.ts'
import { normaliseAddress } from '../../core/address.ts'
import type { Executor } from '../database/dialect.ts'
import { sliceSize } from '../database/slices.ts'
import type { ListPlace } from '../lists/store.ts'
import {
  type ContactFilter,
  countMatching,
  selectIdsNamed,
  selectMatchingIds,
  selectStillMatching,
} from './bulk-store.ts'
import type { SegmentFilter } from './segment-filter.ts'
import { isContactId } from './store.ts'

/** What a bulk job does and to whom, as its row keeps it. */
export type BulkTask = Omit<Input<typeof contract.contacts.bulk>, 'id'> & {
  /** The last contact that a filter may find: who joins later was not meant. */
  until: number
  /** The automation that does it: nobody enters that one by it. */
  automation?: number
}

/** Does one thing to contacts of a list, about a thousand at once; tells to how many it was news. */
export type Act = (contactIds: readonly number[]) => Promise<number>

/** Some of those who are meant. */
export interface BulkSlice {
  /** How many were asked for; one that was named and is not on the list is skipped. */
  asked: number
  /** Where the next slice begins. */
  cursor: number
  /** Who of them is meant still, asked within the transaction that acts. */
  select(tx: Executor): Promise<number[]>
}

export interface Whom {
  count(): Promise<number>
  next(cursor: number): Promise<BulkSlice | undefined>
}

interface Source {
  reader: Executor
  filterBy: SegmentFilter
}

export async function whomOf(
  source: Source,
  place: ListPlace,
  { contacts, filter, until }: BulkTask,
): Promise<Whom> {
  if (contacts) return namedContacts(place, contacts)
  const { segment_id, ...asked } = filter ?? {}
  const segment =
    segment_id === undefined
      ? undefined
      : await source.filterBy(source.reader, {
          accountId: place.accountId,
          segmentId: Number(segment_id),
        })
  return matchingContacts(source.reader, place, { ...asked, segment, until })
}

function namedContacts(place: ListPlace, contacts: readonly (string | number)[]): Whom {
  return {
    count: async () => contacts.length,
    async next(cursor) {
      if (cursor >= contacts.length) return undefined
      const slice = contacts.slice(cursor, cursor + sliceSize)
      return {
        asked: slice.length,
        cursor: cursor + slice.length,
        select: (tx) => selectIdsNamed(tx, place, readNames(slice)),
      }
    },
  }
}

function readNames(names: readonly (string | number)[]) {
  const texts = [...new Set(names.map(String))]
  return {
    ids: texts.filter(isContactId).map(Number),
    keys: texts.flatMap((text) => normaliseAddress(text)?.key ?? []),
  }
}

function matchingContacts(reader: Executor, place: ListPlace, filter: ContactFilter): Whom {
  return {
    count: () => countMatching(reader, place, filter),
    async next(cursor) {
      const ids = await selectMatchingIds(reader, place, filter, {
        after: cursor,
        limit: sliceSize,
      })
      const last = ids.at(-1)
      if (last === undefined) return undefined
      return {
        asked: ids.length,
        cursor: last,
        select: (tx) => selectStillMatching(tx, place, filter, ids),
      }
    },
  }
}
