import { Failure } from '../../core/failure.ts'
import { isWebhookSecret } from '../../core/webhook-signature.ts'
import type { Context } from '../context/context.ts'

const variable = 'REMITE_WEBHOOK_SECRET'

/** Reads the secrets from the environment or a prompt: several, separated by spaces, in a rotation. */
export async function webhookSecrets(context: Context): Promise<string[]> {
  const text = context.environment.webhookSecret ?? (await askForSecret(context))
  const secrets = text.split(/\s+/).filter((secret) => secret !== '')
  if (secrets.length > 0 && secrets.every(isWebhookSecret)) return secrets
  throw new Failure('usage', { problems: [{ field: variable, code: 'bad_pattern' }] })
}

async function askForSecret({ mayAsk, prompter, messages }: Context): Promise<string> {
  if (!mayAsk) throw new Failure('missing_input', { values: { flags: variable } })
  const { askSecret } = await import('../prompt/prompts.ts')
  return askSecret(await prompter(), messages.webhookSignature.secret)
}
