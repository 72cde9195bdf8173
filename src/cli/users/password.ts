import { checkField } from '../../contract/field.ts'
import { users } from '../../contract/modules/users.ts'
import { Failure } from '../../core/failure.ts'
import { fill } from '../../messages/fill.ts'
import type { Context } from '../context/context.ts'
import { readSecretLine, readTextFile } from '../input/files.ts'

/** Reads a password from standard input or a prompt. A flag would be visible in the process list. */
export async function readPassword(context: Context, fromStdin = false): Promise<string> {
  if (fromStdin) return readSecretLine(sourceOf(context))
  const { askSecret, prompter } = await asking(context)
  return askSecret(prompter, `${context.messages.headers.password}:`, newPassword(context))
}

/** Reads the current and the new password: from prompts or two lines of standard input. */
export async function readBothPasswords(context: Context, fromStdin = false) {
  const { headers } = context.messages
  if (!fromStdin) {
    const { askSecret, prompter } = await asking(context)
    return {
      old_pass: await askSecret(prompter, `${headers.old_password}:`),
      pass: await askSecret(prompter, `${headers.new_password}:`, newPassword(context)),
    }
  }
  const [old_pass = '', pass = ''] = (await readTextFile('-', sourceOf(context))).split(/\r?\n/)
  if (pass !== '') return { old_pass, pass }
  throw new Failure('missing_input', { values: { flags: '--password-stdin' } })
}

/** Reads the password that is valid now, which a new address needs. */
export async function readCurrentPassword(context: Context, fromStdin = false): Promise<string> {
  if (fromStdin) return readSecretLine(sourceOf(context))
  const { askSecret, prompter } = await asking(context)
  return askSecret(prompter, `${context.messages.headers.old_password}:`)
}

/** Reads the code of a mail and a new password: from prompts or two lines of standard input. */
export async function readCodeAndPassword(context: Context, fromStdin = false) {
  const { headers } = context.messages
  if (!fromStdin) {
    const { askSecret, prompter } = await asking(context)
    return {
      code: await askSecret(prompter, `${headers.code}:`),
      pass: await askSecret(prompter, `${headers.new_password}:`, newPassword(context)),
    }
  }
  const [code = '', pass = ''] = (await readTextFile('-', sourceOf(context))).split(/\r?\n/)
  if (pass !== '') return { code, pass }
  throw new Failure('missing_input', { values: { flags: '--password-stdin' } })
}

/** Checks a new password as the server will. */
const newPassword =
  ({ messages }: Context) =>
  (text: string): true | string => {
    const [problem] = checkField(users.create, 'pass', text)
    return problem === undefined || fill(messages.problems[problem.code], problem.values)
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
