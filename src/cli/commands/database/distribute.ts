import { Failure } from '../../../core/failure.ts'
import { isPostgresUrl } from '../../../core/urls/postgres-url.ts'
import { defineCommand } from '../../command/command.ts'

export const command = defineCommand({
  handlesDryRun: true,
  isPublic: true,
  examples: ['database distribute --dry-run', 'database distribute --dry-run > distribute.sql'],
  failures: [
    'missing_input',
    'not_a_database',
    'schema_older',
    'schema_newer',
    'database_unreachable',
  ],
  async run({ environment, flags, output }) {
    // The statements are only printed. A command without `--dry-run` would suggest otherwise.
    if (!flags.dryRun) throw new Failure('missing_input', { values: { flags: '--dry-run' } })
    const url = environment.databaseUrl
    if (url === undefined || !isPostgresUrl(url)) {
      throw new Failure('missing_input', { values: { flags: 'REMITE_DATABASE_URL' } })
    }
    const { planDistribution } = await import('../../../service/database/sharding/distribute.ts')
    await output.write(await planDistribution(url))
    return undefined
  },
})
