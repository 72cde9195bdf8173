import { Failure } from '../../../core/failure.ts'
import type { Context } from '../../context.ts'
import { readSecretLine, readTextFile } from '../../input/files.ts'

/** Out of standard input, or asked for; never a flag's value. */
export async function readPassword(context: Context, fromStdin = false): Promise<string> {
  if (fromStdin) return readSecretLine(sourceOf(context))
  const { askSecret, prompter } = await asking(context)
  return askSecret(prompter, context.words.headers.password)
}

/** The one until now and the new one: asked for, or two lines of standard input. */
export async function readBothPasswords(context: Context, fromStdin = false) {
  const { headers } = context.words
  if (!fromStdin) {
    const { askSecret, prompter } = await asking(context)
    return {
      old_pass: await askSecret(prompter, headers.old_password),
      pass: await askSecret(prompter, headers.new_password),
    }
  }
  const [old_pass = '', pass = ''] = (await readTextFile('-', sourceOf(context))).split(/\r?\n/)
  if (pass !== '') return { old_pass, pass }
  throw new Failure('missing_input', { values: { flags: '--password-stdin' } })
}

async function asking({ mayAsk, prompter }: Context) {
  if (!mayAsk) throw new Failure('missing_input', { values: { flags: '--password-stdin' } })
  const { askSecret } = await import('../../input/prompts.ts')
  return { askSecret, prompter: await prompter() }
}

const sourceOf = ({ host, settings }: Context) => ({
  stdin: host.stdin,
  language: settings.language.value,
})
