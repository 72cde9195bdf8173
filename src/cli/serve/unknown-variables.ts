import { variableList } from '../../config/env.ts'
import { likelyWord } from '../../core/foreign-tags/likeness.ts'
import { configVariable, variableOf } from './settings-sources.ts'

interface UnknownVariable {
  name: string
  /** The variable that was probably meant. */
  near: string | undefined
}

const prefix = 'REMITE_'

/**
 * Returns the variables that no setting has. Outside `REMITE_SERVE_`, where other programs may keep
 * theirs, only those that look like a known one.
 */
export function unknownVariables(
  env: NodeJS.ProcessEnv,
  settings: readonly string[],
): UnknownVariable[] {
  const known = new Set<string>([
    ...variableList.map(({ name }) => name),
    ...settings.map(variableOf),
    configVariable,
  ])
  return Object.keys(env)
    .filter((name) => name.startsWith(prefix) && env[name] && !known.has(name))
    .map((name) => ({ name, near: nearestOf(name, known) }))
    .filter(({ name, near }) => near !== undefined || name.startsWith(variableOf('')))
}

/** Compares the ends of the names: all begin alike. */
function nearestOf(name: string, known: ReadonlySet<string>): string | undefined {
  const ends = new Map(
    [...known].flatMap((each) =>
      each.startsWith(prefix) ? [[each.slice(prefix.length), each] as const] : [],
    ),
  )
  const end = name.slice(prefix.length)
  // REMITE_RELAY_RATE for REMITE_SERVE_RELAY_RATE.
  const near = [end, `SERVE_${end}`].find((each) => ends.has(each)) ?? likelyWord(end, ends.keys())
  return near === undefined ? undefined : ends.get(near)
}
