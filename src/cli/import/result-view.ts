import { named, number, text } from '../command/view.ts'
import type { View } from '../output/document.ts'
import type { ImportResult } from './counts.ts'
import { rowSections } from './shown-rows.ts'

/** The columns of a result. A dry run creates and updates nothing, and shows the invalid rows. */
export const viewOf = ({ dry_run: isDryRun }: Pick<ImportResult, 'dry_run'>): View => ({
  fields: [
    { ...named(text('list_id'), 'list'), header: 'list' },
    number('rows'),
    ...(isDryRun ? ['accepted'] : ['created', 'updated', 'skipped']).map(number),
    number('duplicates'),
    number('rejected'),
    text('rejects_file'),
    number('seconds'),
    number('rate'),
  ],
  sections: isDryRun ? rowSections : [],
  id: 'list_id',
})
