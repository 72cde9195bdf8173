import { Failure } from '../../core/failure.ts'
import { eventPathsIn } from './event-paths.ts'
import { compileMerge, type MergeValues } from './merge.ts'

/**
 * Values of a contact: a long name, and for loops a list to split and a count. They are as long as usual
 * ones, since two nested loops over longer ones would refuse templates that compare two lists.
 */
const trialValues = ['x'.repeat(30), '1,'.repeat(50), 50] as const

/** The entries of a list of an event. */
const trialEntries = 50

const loop = /\{%-?\s*for\b/

/**
 * Compiles a template and renders it with long values, so that it is refused when it is saved and not
 * when it is sent. Throws what `compileMerge` and rendering throw, except for failures that depend on the
 * values.
 */
export function tryTemplate(source: string, kind: 'html' | 'text' | 'header', place: string): void {
  const merge = compileMerge(source, kind, place)
  if (merge.variables.size === 0 && !/\{[{%]/.test(source)) return
  const eventPaths = eventPathsIn(source)
  for (const value of loop.test(source) ? trialValues : trialValues.slice(0, 1)) {
    const values = Object.fromEntries([...merge.variables].map((name) => [name, value]))
    const event = eventPaths.length > 0 ? { event: trialEvent(eventPaths, value) } : {}
    try {
      merge.render({ ...values, ...event })
    } catch (error) {
      if (!(error instanceof Failure) || error.code === 'template_too_slow') throw error
    }
  }
}

/** An event with the properties that a template reads. Lists are long. */
function trialEvent(paths: readonly string[], value: string | number): MergeValues {
  const event: Record<string, string | number | object> = {}
  for (const path of paths) {
    const [key = '', property] = path.split('[].')
    if (property === undefined) event[key] ??= value
  }
  for (const path of paths) {
    const [key = '', property] = path.split('[].')
    if (property === undefined) continue
    const entry = { [property]: value }
    const before = event[key]
    const entries = Array.isArray(before)
      ? before
      : Array.from({ length: trialEntries }, () => ({}))
    event[key] = entries.map((each: object) => ({ ...each, ...entry }))
  }
  return event
}
