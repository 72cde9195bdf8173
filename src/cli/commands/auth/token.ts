import { findToken } from '../../../config/token.ts'
import { Failure } from '../../../core/failure.ts'
import { defineCommand } from '../../command/command.ts'

export const command = defineCommand({
  isPublic: true,
  examples: ['auth token', 'REMITE_TOKEN="$(remite auth token --profile live)" ./nightly.sh'],
  failures: ['not_logged_in', 'other_origin'],
  async run(context) {
    const { environment, profiles, settings, output } = context
    const profile = settings.profile.value
    const token = findToken({ environment, profiles, profile, apiUrl: context.apiUrl() })
    if (!token) throw new Failure('not_logged_in')
    await output.write(`${token.value}\n`)
    return undefined
  },
})
