import { check } from '../../contract/check.ts'
import { contactInput, type WriteMode } from '../../contract/shapes/contact.ts'
import { normaliseAddress } from '../../core/address.ts'
import type { Problem } from '../../core/failure.ts'
import { queueOptInMails } from '../contacts/opt-in-mail.ts'
import { readRows } from '../contacts/rows.ts'
import { writeContacts } from '../contacts/write.ts'
import type { Executor } from '../database/dialect.ts'
import type { JobReject } from '../jobs/rejects-store.ts'
import type { Field } from '../lists/fields/field-values.ts'
import { selectFields } from '../lists/fields/store.ts'
import { findList, type List, type ListPlace } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { arrange, type Entry, type SoundRow } from './entries.ts'
import type { ImportParams } from './params.ts'
import { suppressAll } from './suppress-store.ts'

export interface Importing {
  service: Service
  place: ListPlace
  params: ImportParams
}

/** created + updated + skipped + duplicates + rejects = the rows. */
export interface SliceOutcome {
  created: number
  updated: number
  skipped: number
  /** Rows of an address that stood further up. */
  duplicates: number
  rejects: JobReject[]
}

/** Writes the rows of a slice. Throws not_found without its list, and quota_exceeded. */
export async function writeSlice(
  tx: Executor,
  importing: Importing,
  rows: readonly SoundRow[],
): Promise<SliceOutcome> {
  const { place, params } = importing
  const list = await findList(tx, place)
  const fields = await selectFields(tx, list.id)
  const { fresh, repeats } = arrange(rows, { lastWins: params.mode === 'upsert' })
  const first = await writeEntries(tx, importing, { list, fields }, fresh)
  const again = await writeEntries(tx, importing, { list, fields }, repeats)
  return {
    ...first,
    duplicates: again.taken,
    rejects: [...first.rejects, ...again.rejects],
  }
}

interface Written extends Omit<SliceOutcome, 'duplicates'> {
  /** Rows of the file that were not refused. */
  taken: number
}

interface Into {
  list: List
  fields: readonly Field[]
}

async function writeEntries(
  tx: Executor,
  { service, params }: Importing,
  into: Into,
  entries: readonly Entry[],
): Promise<Written> {
  const { mode, language } = params
  const wrote =
    mode === 'suppress'
      ? await suppress(tx, service, into, entries)
      : await write(tx, service, { ...into, mode, language }, entries)
  const rejects = [...wrote.refused].flatMap(([index, problem]) =>
    (entries[index]?.rows ?? []).map(({ line, cells }) => ({ line, cells, problem })),
  )
  const rows = entries.reduce((count, entry) => count + entry.rows.length, 0)
  return { ...wrote, rejects, taken: rows - rejects.length }
}

interface Wrote extends Pick<SliceOutcome, 'created' | 'updated' | 'skipped'> {
  /** By the place of the entry. */
  refused: ReadonlyMap<number, Problem>
}

async function write(
  tx: Executor,
  service: Service,
  into: Into & { mode: WriteMode } & Pick<ImportParams, 'language'>,
  entries: readonly Entry[],
): Promise<Wrote> {
  const { list, fields, mode } = into
  const refused = new Map<number, Problem>()
  // As the API checks what is sent to it: both ways in take the same contacts.
  const sound = entries.flatMap(({ contact }, index) => {
    const checked = check(contactInput, contact)
    if ('value' in checked) return [[index, checked.value] as const]
    const [problem] = checked.problems
    if (problem) refused.set(index, problem)
    return []
  })
  const read = readRows(sound, { fields })
  const { secrets, clock } = service
  const written = await writeContacts(
    tx,
    { list, fields, mode, source: 'import', hashes: secrets.hash, now: clock.now() },
    read.rows,
  )
  for (const { index, problem } of [...read.refused, ...written.refused]) {
    refused.set(index, problem)
  }
  const { created, updated, skipped } = written
  if (list.double_optin === 1) {
    const people = created.map(({ id, row: { email, key } }) => ({ id, email, key }))
    await queueOptInMails(tx, service, into, people)
  }
  return { created: created.length, updated: updated.length, skipped, refused }
}

async function suppress(
  tx: Executor,
  { clock }: Service,
  { list }: Into,
  entries: readonly Entry[],
): Promise<Wrote> {
  const addresses = entries
    .map(({ contact }) => normaliseAddress(contact.email))
    .filter((address) => address !== undefined)
  const place = { accountId: list.account_id, listId: list.id, now: clock.now() }
  const created = await suppressAll(tx, place, addresses)
  return { created, updated: 0, skipped: addresses.length - created, refused: new Map() }
}
