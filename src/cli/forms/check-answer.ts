import { checkField } from '../../contract/field.ts'
import { Failure, type Problem } from '../../core/failure.ts'
import { fill } from '../../messages/fill.ts'
import type { Context } from '../context/context.ts'
import { readField } from '../input/field-value.ts'
import { requireReadable } from '../input/files.ts'
import { readTime, refusePast } from '../input/times.ts'
import { explain } from '../output/explain-failure.ts'
import type { AskedField, FieldFacts } from './asked-field.ts'

interface Checked {
  field: FieldFacts
  typed: string
  isPath: boolean
}

/** Checks one typed value as the run will read it. Returns true, or the sentence that says what is wrong. */
export async function checkAnswer(
  context: Context,
  asked: AskedField,
  checked: Checked,
): Promise<true | string> {
  try {
    const [problem] = await problemsOf(context, asked, checked)
    return problem === undefined ? true : sentenceOf(context, problem)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { detail, problems } = explain(error, context.messages)
    return problems[0]?.message ?? detail
  }
}

async function problemsOf(
  context: Context,
  { command, answers }: AskedField,
  { field, typed, isPath }: Checked,
): Promise<readonly Problem[]> {
  const { key, kind, from } = field
  const { endpoint, fields = {} } = command
  const problems: Problem[] = []
  const isOption = endpoint === undefined || command.options?.[key] !== undefined
  if (isPath && (isOption || from === undefined || from === 'attachment')) {
    if (!/^https?:/.test(typed)) await requireReadable(typed, context.settings.language.value)
    return []
  }
  if (isOption) {
    if (from === 'time') requireFuture(context, answers, typed)
    return kind === 'number' && !/^\d+(\.\d+)?$/.test(typed)
      ? [{ field: key, code: 'bad_number' }]
      : []
  }
  const text = kind === 'repeat' || kind === 'map' ? [typed] : typed
  const flag = { key, name: field.name ?? key, kind }
  const value = await readField(text, { flag, source: fields[key], context, problems })
  return problems.length > 0 ? problems : checkField(endpoint, key, value)
}

function requireFuture(
  { host, timezone }: Context,
  { tz }: AskedField['answers'],
  typed: string,
): void {
  const now = host.clock.now()
  refusePast(readTime(typed, { zone: typeof tz === 'string' ? tz : timezone, now }), now)
}

const sentenceOf = ({ messages }: Context, { code, values, message }: Problem): string =>
  message ?? fill(messages.problems[code], values)
