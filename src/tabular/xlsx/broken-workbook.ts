import { Failure } from '../../core/failure.ts'

/** Why a workbook cannot be read. The sentences are in the table messages. */
type WorkbookReason =
  | 'workbook_damaged'
  | 'workbook_too_large'
  | 'no_sheets'
  | 'too_many_columns'
  | 'long_cell'

export const brokenWorkbook = (
  reason: WorkbookReason = 'workbook_damaged',
  values: Record<string, string | number> = {},
  cause?: unknown,
): Failure => new Failure('workbook_broken', { values: { reason, ...values } }, { cause })
