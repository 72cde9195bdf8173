import type { Failure, Values } from '../../core/failure.ts'
import { stripControls } from '../../core/safe-text.ts'
import type { FailureMessage } from '../../messages/failure-message.ts'
import { fill } from '../../messages/fill.ts'
import type { Messages } from '../../messages/index.ts'

/**
 * Turns a failure into messages, for both text and JSON errors. `around` are values that every hint can
 * name: the flags of the command and its help. A hint leaves out what the command does not have. `readable` formats
 * values for people.
 */
export function explain(
  { code, details, cause }: Failure,
  messages: Messages,
  around: Values = {},
  readable: (values: Values) => Values = (values) => values,
) {
  const { values = {}, problems = [], server } = details
  const reasons: Record<string, Omit<FailureMessage, 'title'>> = messages.references.reasons
  const ofVerb =
    hintOf(`${code} ${values.status}`, around, messages) ?? hintOf(code, around, messages)
  const { title, sentence, hint }: FailureMessage = {
    ...messages.failures[code],
    ...reasons[String(values.reason)],
    ...(ofVerb !== undefined && { hint: ofVerb }),
  }
  const plainDetail = stripControls(detailOf(sentence, values, messages))
  return {
    code: server?.code ?? code,
    title,
    // An import with rejected rows has done what it can.
    isWarning: values.reason === 'rejected_rows',
    detail: stripControls(detailOf(sentence, readable(values), messages)),
    problems: problems.map(({ field, code: problem, values: limits, message }) => ({
      path: field,
      code: problem,
      message: stripControls(
        message ?? fill(messages.problems[problem], limits && readable(limits)),
      ),
    })),
    // Our own server returns the same sentence.
    serverMessage: server?.message === plainDetail ? undefined : safe(server?.message),
    advice: safe(adviceOf(hint, { ...around, ...values })),
    status: server?.status,
    requestId: safe(server?.requestId),
    // The only information about a bug, which a user can report.
    cause: code === 'internal' && cause instanceof Error ? safe(cause.message) : undefined,
  }
}

const safe = (text: string | undefined): string | undefined => text && stripControls(text)

/** Returns the hint of the verb, if it has its own. */
function hintOf(code: string, { path = '' }: Values, { verbHints }: Messages): string | undefined {
  const [noun] = String(path).split(' ')
  return verbHints[`${path} ${code}`] ?? verbHints[`${noun} ${code}`]
}

/** Errors in the use of a table have their own sentences. An error in an expression shows its place. */
function detailOf(sentence: string, values: Values, { tableUsage }: Messages): string {
  const reasons: Record<string, string> = tableUsage
  const filled = fill(reasons[String(values.reason)] ?? sentence, values)
  return values.marked === undefined ? filled : `${filled}\n    ${values.marked}`
}

/** Returns the command that resumes the operation, if there is one, otherwise the general hint. */
const adviceOf = (hint: string | undefined, values: Values): string | undefined =>
  values.resume !== undefined ? String(values.resume) : (hint && fill(hint, values)) || undefined
