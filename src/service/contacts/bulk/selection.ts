import type { Input } from '../../../contract/endpoint.ts'
import type { contract } from '../../../contract/index.ts'
import { storedAddress } from '../../../core/address.ts'
import type { Executor } from '../../database/dialect.ts'
import { sliceSize } from '../../database/slices.ts'
import type { ListRef } from '../../lists/store.ts'
import type { SegmentFilter } from '../segment-filter.ts'
import { isContactId } from '../store.ts'
import {
  type ContactFilter,
  countMatching,
  selectIdsNamed,
  selectMatchingIds,
  selectStillMatching,
} from './selection-store.ts'

/** The action and the contacts of a bulk job, as stored in its row. */
export type BulkTask = Omit<Input<typeof contract.contacts.bulk>, 'id'> & {
  /** The highest contact id a filter may match. It excludes contacts that join later. */
  until: number
  /** The automation that runs the action. The action does not trigger that automation. */
  automation?: number
}

/** Applies an action to contacts of a list, about a thousand at once. */
export type BulkAction = (contactIds: readonly number[]) => Promise<BulkResult>

export interface BulkResult {
  /** How many contacts the action changed. */
  done: number
  /** How many opt-in mails wait. */
  optInsWaiting: number
}

/** A slice of the selected contacts. */
interface SelectionSlice {
  /** How many contacts were requested. Named contacts that are not on the list count as skipped. */
  requested: number
  /** Where the next slice starts. */
  cursor: number
  /** Returns the contacts that still match, within the transaction that applies the action. */
  select(tx: Executor): Promise<number[]>
}

interface Selection {
  count(): Promise<number>
  next(cursor: number): Promise<SelectionSlice | undefined>
}

interface SelectionSource {
  reader: Executor
  filterBy: SegmentFilter
}

export async function createSelection(
  source: SelectionSource,
  listRef: ListRef,
  { contacts, filter, until }: BulkTask,
): Promise<Selection> {
  if (contacts) return selectByName(listRef, contacts)
  const { segment_id, ...conditions } = filter ?? {}
  const segment =
    segment_id === undefined
      ? undefined
      : await source.filterBy(source.reader, {
          accountId: listRef.accountId,
          segmentId: Number(segment_id),
        })
  return selectByFilter(source.reader, listRef, { ...conditions, segment, until })
}

function selectByName(listRef: ListRef, contacts: readonly (string | number)[]): Selection {
  return {
    count: async () => contacts.length,
    async next(cursor) {
      if (cursor >= contacts.length) return undefined
      const slice = contacts.slice(cursor, cursor + sliceSize)
      return {
        requested: slice.length,
        cursor: cursor + slice.length,
        select: (tx) => selectIdsNamed(tx, listRef, readNames(slice)),
      }
    },
  }
}

function readNames(names: readonly (string | number)[]) {
  const texts = [...new Set(names.map(String))]
  return {
    ids: texts.filter(isContactId).map(Number),
    keys: texts.flatMap((text) => storedAddress(text)?.key ?? []),
  }
}

function selectByFilter(reader: Executor, listRef: ListRef, filter: ContactFilter): Selection {
  return {
    count: () => countMatching(reader, listRef, filter),
    async next(cursor) {
      const ids = await selectMatchingIds(reader, listRef, filter, {
        after: cursor,
        limit: sliceSize,
      })
      const last = ids.at(-1)
      if (last === undefined) return undefined
      return {
        requested: ids.length,
        cursor: last,
        select: (tx) => selectStillMatching(tx, listRef, filter, ids),
      }
    },
  }
}
