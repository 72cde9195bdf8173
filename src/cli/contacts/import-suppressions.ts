import type { Client } from '../../client/client.ts'
import { suppressions } from '../../contract/modules/suppressions.ts'
import { wireId } from '../../contract/path.ts'
import { readStatus } from '../../contract/stated-status.ts'
import { Failure } from '../../core/failure.ts'
import { foldHeading } from '../../core/fold-name.ts'
import { newUuid } from '../../core/ids.ts'
import { type ContactInput, createRowCheck } from '../../tabular/check.ts'
import { type Mapping, mapColumns, type Override, parseOverride } from '../../tabular/mapping.ts'
import type { Row, Table } from '../../tabular/table.ts'
import { number, text } from '../command/view.ts'
import type { Context } from '../context/context.ts'
import { describeTable } from '../import/describe-table.ts'
import { importedInPart } from '../import/imported-in-part.ts'
import { noteRejects, warnOfRejects } from '../import/note-findings.ts'
import {
  type RejectsFile,
  rejectsPath,
  requireWritable,
  tryRejectsFile,
} from '../import/rejects-file.ts'
import { rememberRejects, rowSections } from '../import/shown-rows.ts'
import { openSource, openSourceTable } from '../import/source.ts'
import { suppressionCounts } from './suppression-columns.ts'

interface ImportFlags {
  readonly list?: string
  readonly map?: readonly string[]
  readonly delimiter?: string
  readonly encoding?: string
  readonly sheet?: string
  readonly rejects?: string
}

type SuppressionType = 'bounce' | 'unsubscribe' | 'complaint' | 'manual'

interface SuppressedRow {
  email: string
  type: SuppressionType
  reason?: string
  scope?: 'new_subscriptions'
}

/** Addresses in one request: a moment of the server, and little to repeat. */
const batchSize = 1000

/**
 * Suppresses the addresses of a file: an own export, or a blocklist of another tool as it is. Rows of
 * people who are subscribed are skipped. Running it again changes nothing, so it needs no journal.
 */
export async function importSuppressions(
  context: Context,
  path: string,
  flags: ImportFlags,
): Promise<void> {
  const {
    output,
    messages,
    flags: { dryRun },
  } = context
  const source = await openSource(path, context)
  const { delimiter, encoding, sheet } = flags
  const table = await openSourceTable(source, context, { delimiter, encoding, sheet })
  try {
    const rejectsTo = rejectsPath(source, flags.rejects)
    await requireWritable(rejectsTo)
    const mapping = mapBlocklist(table, (flags.map ?? []).map(parseOverride))
    for (const line of describeTable(table.format, mapping, messages)) output.note(line)
    const list = flags.list === undefined ? undefined : wireId(flags.list)
    const isWritten = !dryRun || flags.rejects !== undefined
    const { file: rejects, rows } = rememberRejects(
      tryRejectsFile(isWritten, { table, path: rejectsTo, messages }),
      messages,
    )
    const client = dryRun ? undefined : await context.client()
    const result = await readAll(context, { table, mapping, rejects, client, list })
    const rejectsFile = await rejects.deliver()
    const one = { ...(dryRun && { dry_run: true }), ...result, rejects_file: rejectsFile }
    if (dryRun) {
      const shown = { ...one, ...(rows.length > 0 && { rejects: rows }) }
      await output.show({ one: shown, view: { ...view, sections: rowSections } })
      noteRejects(context, shown)
      await warnOfRejects(context, { ...result, wouldStop: false })
      return
    }
    await output.show({ one, view })
    if (rejectsFile !== null) output.note(messages.imports.fixRejects(rejectsFile))
    if (result.rejected > 0) {
      throw importedInPart({ failed: result.rejected, total: result.rows })
    }
  } finally {
    await table.close()
  }
}

const view = {
  fields: [
    number('rows'),
    ...suppressionCounts,
    number('skipped'),
    number('rejected'),
    text('rejects_file'),
  ],
}

/** A column `type` is the reason in an export of suppressions; in a file of contacts it could be anything. */
function mapBlocklist({ header }: Table, overrides: readonly Override[]): Mapping {
  const hasType = header.cells.some((name) => foldHeading(name) === 'type')
  const names = overrides.map(([column]) => foldHeading(column))
  const isFree = hasType && !names.includes('type')
  return mapColumns(header.cells, {
    overrides: isFree ? [...overrides, ['type', 'suppression']] : overrides,
  })
}

interface Reading {
  table: Table
  mapping: Mapping
  rejects: RejectsFile
  client: Client | undefined
  list: number | undefined
}

async function readAll(context: Context, { table, mapping, rejects, client, list }: Reading) {
  const { stopped } = context.host
  const check = createRowCheck(mapping)
  const scopeAt = table.header.cells.findIndex((name) => foldHeading(name) === 'scope')
  const counts = { rows: 0, added: 0, unchanged: 0, contacts: 0, skipped: 0, rejected: 0 }
  const types: Partial<Record<SuppressionType, number>> = {}
  const progress = await context.output.startProgress(context.messages.imports.importing)
  let batch: { row: Row; suppressed: SuppressedRow }[] = []

  async function send(): Promise<void> {
    const sent = batch
    batch = []
    if (!client || sent.length === 0) return
    const request = {
      suppressions: sent.map(({ suppressed }) => suppressed),
      ...(list !== undefined && { list_id: list }),
    }
    const { data } = await client.call(suppressions.add, request, { idempotencyKey: newUuid() })
    counts.added += data.added
    counts.unchanged += data.unchanged
    counts.contacts += data.contacts
    for (const { index, code, field = '', message } of data.errors) {
      const row = sent[index]?.row
      if (!row) continue
      counts.rejected++
      await rejects.add(row, { line: row.line, field, code, values: { message } })
    }
  }

  try {
    for await (const row of table.rows) {
      if (stopped.aborted) {
        throw new Failure(stopped.reason === 'SIGTERM' ? 'terminated' : 'interrupted')
      }
      counts.rows++
      const { contact, reject } = check(row)
      if (reject) {
        counts.rejected++
        await rejects.add(row, reject)
        continue
      }
      const type = typeOf(contact)
      if (type === undefined) {
        counts.skipped++
        continue
      }
      types[type] = (types[type] ?? 0) + 1
      batch.push({ row, suppressed: suppressedRow(contact, type, row.cells[scopeAt]) })
      if (batch.length >= batchSize) await send()
      progress.update(counts.rows)
    }
    await send()
  } finally {
    progress.clear()
  }
  return { ...counts, types }
}

function suppressedRow(
  { email, reason }: ContactInput,
  type: SuppressionType,
  scope: string | undefined,
): SuppressedRow {
  return {
    email,
    type,
    ...(reason && { reason }),
    ...(scope?.trim() === 'new_subscriptions' && { scope: 'new_subscriptions' }),
  }
}

/** Returns why a row is suppressed; undefined for a person who is subscribed. */
function typeOf({ status, suppression, reason = '' }: ContactInput): SuppressionType | undefined {
  if (suppression !== undefined) return suppression
  // A blocklist may give the cause in words: `hardBounce`, `contactFlaggedAsSpam`.
  const cause = status === undefined || status === 'suppressed' ? readStatus(reason) : undefined
  switch (cause ?? status) {
    case 'unsubscribed':
      return 'unsubscribe'
    case 'bounced':
      return 'bounce'
    case 'complained':
      return 'complaint'
    case 'suppressed':
      return 'manual'
    default:
      return status === undefined ? 'manual' : undefined
  }
}
