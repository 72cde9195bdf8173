import { Failure } from '../../../core/failure.ts'
import { defineCommand } from '../../command/command.ts'
import { number } from '../../command/view.ts'
import type { Context } from '../../context/context.ts'
import { ownFile } from '../../database/installed.ts'
import { readSecretLine } from '../../input/files.ts'

/** 192 bits in base64. A shorter key could be guessed with a stolen backup. */
const minCharacters = 32

export const command = defineCommand({
  effect: 'update',
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
    const { environment, output, messages } = context
    if (options['new-key-stdin'] !== true) {
      throw new Failure('missing_input', { values: { flags: '--new-key-stdin' } })
    }
    const newKey = await readNewKey(context)
    const { changeMasterKey } = await import('../../../service/keys/rekey.ts')
    const rekeyed = await changeMasterKey({
      database: options.from ?? environment.databaseUrl ?? ownFile(context),
      masterKey: environment.masterKey,
      newKey,
    })
    if (environment.masterKey !== undefined) output.note(messages.operating.setNewKey)
    return { one: rekeyed }
  },
  view: { fields: [number('keys'), number('webhooks')] },
})

async function readNewKey({ host, settings }: Context): Promise<string> {
  const key = await readSecretLine({ stdin: host.stdin, language: settings.language.value })
  if (key.length >= minCharacters) return key
  const values = { limit: minCharacters }
  throw new Failure('usage', {
    problems: [{ field: '--new-key-stdin', code: 'too_short', values }],
  })
}
