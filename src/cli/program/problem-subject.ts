import type { Language } from '../../core/language.ts'
import { argumentOf } from '../help/verb-page.ts'
import { globalFlags } from '../syntax/global-flags.ts'
import type { Verb } from '../syntax/verb.ts'

/**
 * Returns what a person typed for the path of a problem: the flag or argument instead of the API's name of the field.
 * A part of its value follows: `--field Ciudad`, `--contact 2`. A path that the verb does not have stays unchanged.
 */
export function subjectOf(path: string, verb: Verb | undefined, language: Language): string {
  if (path.startsWith('-') || !verb) return path
  const [head = '', ...rest] = path.split(/[./]/).filter(Boolean)
  const flag = [...verb.flags, ...globalFlags].find(({ key }) => key === head)
  const positional = verb.positionals.find(({ key }) => key === head)
  const typed = flag ? `--${flag.name}` : positional && argumentOf(positional, language)
  if (typed === undefined) return path
  if (rest.length === 0) return typed
  // A pointer leads into a JSON file, where positions count from 0.
  return `${typed} ${path.startsWith('/') ? `/${rest.join('/')}` : rest.map(fromOne).join('.')}`
}

/** The API counts from 0, people count from 1. */
const fromOne = (part: string): string => (/^\d{1,6}$/.test(part) ? String(Number(part) + 1) : part)
