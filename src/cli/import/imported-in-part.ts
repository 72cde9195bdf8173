import { Failure } from '../../core/failure.ts'

/** The end of an import that took some rows and rejected others. People see it as a warning. */
export const importedInPart = ({ failed, total }: { failed: number; total: number }): Failure =>
  new Failure('done_in_part', {
    values: { reason: 'rejected_rows', failed, total, done: total - failed },
  })
