import { Failure } from '../../core/failure.ts'
import type { Context } from '../context/context.ts'
import { readSecretLine, readTextFile } from '../input/files.ts'

/** Reads a password from standard input or a prompt. A flag would be visible in the process list. */
export async function readPassword(context: Context, fromStdin = false): Promise<string> {
  if (fromStdin) return readSecretLine(sourceOf(context))
  const { askSecret, prompter } = await asking(context)
  return askSecret(prompter, context.messages.headers.password)
}

/** Reads the current and the new password: from prompts or two lines of standard input. */
export async function readBothPasswords(context: Context, fromStdin = false) {
  const { headers } = context.messages
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
  const { askSecret } = await import('../prompt/prompts.ts')
  return { askSecret, prompter: await prompter() }
}

const sourceOf = ({ host, settings }: Context) => ({
  stdin: host.stdin,
  language: settings.language.value,
})
