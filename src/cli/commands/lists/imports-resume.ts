import { defineCommand } from '../../command/command.ts'
import { viewOf } from '../../import/result-view.ts'
import { resumeImport } from '../../import/resume-import.ts'
import { readResumeSettings } from '../../import/settings.ts'

export const command = defineCommand({
  effect: 'create',
  positionals: ['id?'],
  options: {
    'max-rejects': { kind: 'text', placeholder: 'N|P%' },
    concurrency: { kind: 'number', isWhole: true },
  },
  examples: ['lists imports resume', 'lists imports resume 4f0c21ab9e --max-rejects 500'],
  failures: [
    'file_changed',
    'import_elsewhere',
    'ambiguous_name',
    'not_found',
    'not_logged_in',
    'state_unwritable',
    'done_in_part',
    'too_many_rejects',
    'network',
    'outcome_unknown',
    'locked',
    'interrupted',
  ],
  async run(context, { options, positionals: { id } }) {
    await resumeImport(context, { id, ...readResumeSettings(options) })
    return undefined
  },
  view: viewOf({}),
})
