import { exampleIn } from '../../messages/example-words.ts'
import { fill } from '../../messages/fill.ts'
import { loadNextSteps } from '../../messages/next-steps.ts'
import type { Context } from '../context/context.ts'
import { shellQuoted } from '../sending/rerun-command.ts'
import { type NextStepKey, nextCommands } from './commands.ts'
import { nextStep, showsNextSteps } from './next-step.ts'

/** The values of a request and of its answer, by their names in the API. */
type Facts = Readonly<Record<string, unknown>>

/** Says what a verb has done and what one usually does next. Says nothing where a value is missing. */
export async function noteNextStep(context: Context, path: string, facts: Facts): Promise<void> {
  if (facts.repeated || !showsNextSteps(context)) return
  const key = [`${path} ${facts.status}`, path].find(isKey)
  if (key === undefined) return
  const values = textsOf(facts)
  const language = context.settings.language.value
  const command = commandOf(exampleIn(nextCommands[key], language), values)
  if (command === undefined) return
  const { next, done } = await loadNextSteps(language)
  nextStep(context, {
    sentence: fill(done[key], values),
    command: fill(next, { command: `remite ${command}` }),
  })
}

/** Puts together the values of a change. An answer without an id is about the id of the request. */
export function factsOf(request: Facts, answer: object, plan?: { name?: string }): Facts {
  const name = plan?.name ?? request.camp_name ?? request.username
  return {
    ...(name !== undefined && { name }),
    ...request,
    ...answer,
    list: request.list_id ?? request.id,
    source: request.id,
    // Another server may not answer with a status.
    ...(isSet(request.draft) && { status: 'draft' }),
    ...('verified' in answer && { status: answer.verified ? 'verified' : 'unverified' }),
  }
}

const isSet = (draft: unknown): boolean => draft === true || draft === 1 || draft === '1'

const isKey = (path: string): path is NextStepKey => Object.hasOwn(nextCommands, path)

/** Returns the command with its values, quoted for a shell; undefined if one is missing. */
function commandOf(template: string, values: Readonly<Record<string, string>>): string | undefined {
  const words = template.split(' ').map((word) => {
    const name = /^\{(\w+)\}$/.exec(word)?.[1]
    if (name === undefined) return word
    const value = values[name]
    return value === undefined ? undefined : shellQuoted(value)
  })
  return words.every((word) => word !== undefined) ? words.join(' ') : undefined
}

const textsOf = (facts: Facts): Record<string, string> =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  )
