import { Failure } from '../../core/failure.ts'
import { compileMerge } from './merge.ts'

/**
 * Values of a contact: a long name, and for loops a list to split and a count. They are as long as usual
 * ones, since two nested loops over longer ones would refuse templates that compare two lists.
 */
const trialValues = ['x'.repeat(30), '1,'.repeat(50), 50] as const

const loop = /\{%-?\s*for\b/

/**
 * Compiles a template and renders it with long values, so that it is refused when it is saved and not
 * when it is sent. Throws what `compileMerge` and rendering throw, except for failures that depend on the
 * values.
 */
export function tryTemplate(source: string, kind: 'html' | 'text' | 'header', place: string): void {
  const merge = compileMerge(source, kind, place)
  if (merge.variables.size === 0 && !/\{[{%]/.test(source)) return
  for (const value of loop.test(source) ? trialValues : trialValues.slice(0, 1)) {
    try {
      merge.render(Object.fromEntries([...merge.variables].map((name) => [name, value])))
    } catch (error) {
      if (!(error instanceof Failure) || error.code === 'template_too_slow') throw error
    }
  }
}
