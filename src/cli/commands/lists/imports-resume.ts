import { defineCommand } from '../../command.ts'
import { resumeImport } from '../../import/resume-import.ts'
import { readResumeSettings } from '../../import/settings.ts'

export const command = defineCommand({
  positionals: ['id?'],
  options: {
    'max-rejects': { kind: 'text', placeholder: 'N|P%' },
    concurrency: { kind: 'number' },
  },
  examples: ['lists imports resume', 'lists imports resume 4f0c21ab9e --max-rejects 500'],
  async run(context, { options, words: { id } }) {
    await resumeImport(context, { id, ...readResumeSettings(options) })
    return undefined
  },
})
