import { Failure } from '../../core/failure.ts'

/** Why a workbook is not read; the sentence is in the words for tables. */
export type WorkbookReason =
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
