import { Failure } from '../../../core/failure.ts'
import { defineCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { readSecretLine } from '../../input/files.ts'
import { number } from '../../view.ts'
import { ownFile } from './installed.ts'

/** As many as 192 bits have in base64: less can be guessed from a stolen backup. */
const fewestCharacters = 32

export const command = defineCommand({
  options: {
    from: { kind: 'text', placeholder: 'FILE' },
    'new-key-stdin': { kind: 'switch' },
  },
  isPublic: true,
  examples: [
    'database rekey --new-key-stdin < new.key',
    'database rekey --from /srv/remite/remite.db --new-key-stdin < new.key',
  ],
  failures: [
    'missing_input',
    'not_a_database',
    'database_in_use',
    'keys_in_use',
    'database_unreachable',
    'schema_newer',
    'master_key_missing',
    'wrong_master_key',
  ],
  async run(context, { options }) {
    const { environment, output, words } = context
    if (options['new-key-stdin'] !== true) {
      throw new Failure('missing_input', { values: { flags: '--new-key-stdin' } })
    }
    const newKey = await readNewKey(context)
    const { changeMasterKey } = await import('../../../service/rekey.ts')
    const rekeyed = await changeMasterKey({
      database: options.from ?? environment.databaseUrl ?? ownFile(context),
      masterKey: environment.masterKey,
      newKey,
    })
    if (environment.masterKey !== undefined) output.note(words.operating.setNewKey)
    return { one: rekeyed }
  },
  view: { fields: [number('keys'), number('webhooks')] },
})

async function readNewKey({ host, settings }: Context): Promise<string> {
  const key = await readSecretLine({ stdin: host.stdin, language: settings.language.value })
  if (key.length >= fewestCharacters) return key
  const values = { limit: fewestCharacters }
  throw new Failure('usage', {
    problems: [{ field: '--new-key-stdin', code: 'too_short', values }],
  })
}
