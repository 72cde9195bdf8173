import {
  type ColumnProfile,
  createColumnProfiles,
  isNoStatus,
} from '../../tabular/column-profile.ts'
import {
  type CustomField,
  guessedStatus,
  leftOut,
  type Mapping,
  mapColumns,
  type Override,
  type UnusedColumn,
  unusedColumns,
} from '../../tabular/mapping.ts'
import type { Table } from '../../tabular/table.ts'
import type { Context } from '../context/context.ts'
import { describeTable } from './describe-table.ts'
import {
  chooseNewFields,
  describeFields,
  type NewField,
  plannedId,
  warnOfMisfits,
} from './new-fields.ts'
import type { RowScan } from './scan-rows.ts'

/** What each column of a file becomes. */
export interface ColumnPlan {
  /** A new field has a planned id until it is created. */
  mapping: Mapping
  newFields: readonly NewField[]
  /** Those of the user, and one for a column that only has the heading of a status. */
  overrides: readonly Override[]
}

interface PlanRequest {
  context: Context
  table: Pick<Table, 'header' | 'format'>
  /** Reads rows of the file ahead. */
  scan: RowScan
  /** The fields of the list; none of a list that is to be created. */
  fields: readonly CustomField[]
  overrides: readonly Override[]
  createsFields: boolean
}

/** Maps the columns, finds the fields to create, and prints both. */
export async function planColumns(request: PlanRequest): Promise<ColumnPlan> {
  const { context, table, fields } = request
  const header = table.header.cells
  const guessed = await withoutFalseStatus(request)
  const mapping = mapColumns(header, { fields, overrides: guessed.overrides })
  const unused = unusedColumns(header, mapping, request.overrides)
  const newFields = await findNewFields(request, unused)
  const created = new Set(newFields.map(({ name }) => name))
  const overrides = guessed.overrides.filter(
    (override) => override !== guessed.added || !created.has(override[0]),
  )
  const planned = newFields.map((field) => ({ id: plannedId(field.name), ...field }))
  const final =
    newFields.length === 0
      ? mapping
      : mapColumns(header, { fields: [...fields, ...planned], overrides })
  const left = unused.filter(({ name }) => !created.has(name)).map(({ name }) => name)
  // Those that may become fields are named apart from those that the user leaves out.
  const ignored = final.ignored.filter((name) => name !== '' && !left.includes(name))
  const { messages, output, flags } = context
  for (const line of describeTable(table.format, { ...final, ignored }, messages)) output.note(line)
  if (newFields.length > 0) {
    const { newFields: created, fieldsToCreate } = messages.imports
    output.note((flags.dryRun ? fieldsToCreate : created)(describeFields(context, newFields)))
  }
  await noteUnused(request, left)
  return { mapping: final, newFields, overrides }
}

/** Leaves out a column with the heading of a status whose cells are something else. */
async function withoutFalseStatus({
  context,
  table,
  scan,
  fields,
  overrides,
}: PlanRequest): Promise<{ overrides: readonly Override[]; added?: Override }> {
  const mapping = mapColumns(table.header.cells, { fields, overrides })
  const column = guessedStatus(mapping, overrides)
  if (!column || !scan.canReadAll) return { overrides }
  const profiles = createColumnProfiles([column])
  await scan.read(
    (row) => profiles.read(row),
    () => !mayBeNoStatus(profiles.of(column.index)),
  )
  const profile = profiles.of(column.index)
  if (!profile || !isNoStatus(profile)) return { overrides }
  const { noStatus } = context.messages.imports
  await context.output.warn(noStatus(column.name, profile.examples.join(', ')))
  const added: Override = [column.name, leftOut]
  return { overrides: [...overrides, added], added }
}

/** Enough cells to be sure that a column is one of statuses. */
const sureAfter = 200

const mayBeNoStatus = (profile: ColumnProfile | undefined): boolean =>
  !profile || (!profile.saysNoMail && (profile.filled < sureAfter || isNoStatus(profile)))

async function findNewFields(
  { context, scan, createsFields }: PlanRequest,
  unused: readonly UnusedColumn[],
): Promise<readonly NewField[]> {
  const asks = context.mayAsk && !context.flags.dryRun
  if (unused.length === 0 || !(createsFields || asks)) return []
  const profiles = createColumnProfiles(unused)
  await scan.read((row) => profiles.read(row))
  const found = unused.flatMap(({ index, name }): NewField[] => {
    const profile = profiles.of(index)
    return profile && profile.filled > 0 ? [{ name, type: profile.type }] : []
  })
  if (found.length === 0) return []
  for (const { index, name } of unused) await warnOfMisfits(context, name, profiles.of(index))
  return createsFields ? found : chooseNewFields(context, found)
}

/** Says which columns are not imported. A warning, because their values are lost. */
async function noteUnused(
  { context, createsFields }: PlanRequest,
  names: readonly string[],
): Promise<void> {
  const { messages, output, mayAsk, flags } = context
  if (names.length === 0) return
  const { unused, unusedWithFlag } = messages.imports
  const count = output.local.number(names.length)
  const shown = names.length > maxNames ? [...names.slice(0, maxNames), '…'] : names
  const isChosen = createsFields || (mayAsk && !flags.dryRun)
  if (isChosen) output.note(unused(count, shown.join(', ')))
  else await output.warn(unusedWithFlag(count, shown.join(', ')))
}

/** A file may have thousands of columns. */
const maxNames = 20
