import { Failure } from '../../../core/failure.ts'
import { isWebhookSecret } from '../../../core/webhook-signature.ts'
import type { Context } from '../../context.ts'

const variable = 'REMITE_WEBHOOK_SECRET'

/** From the environment, or asked for: several, with spaces between them, during a rotation. */
export async function webhookSecrets(context: Context): Promise<string[]> {
  const text = context.environment.webhookSecret ?? (await askForSecret(context))
  const secrets = text.split(/\s+/).filter((secret) => secret !== '')
  if (secrets.length > 0 && secrets.every(isWebhookSecret)) return secrets
  throw new Failure('usage', { problems: [{ field: variable, code: 'bad_pattern' }] })
}

async function askForSecret({ mayAsk, prompter, words }: Context): Promise<string> {
  if (!mayAsk) throw new Failure('missing_input', { values: { flags: variable } })
  const { askSecret } = await import('../../input/prompts.ts')
  return askSecret(await prompter(), words.webhookSignature.secret)
}
