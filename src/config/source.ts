import { type Environment, type VariableKey, variables } from './env.ts'

/** The source of a setting, for `auth status` and `doctor`. */
export type Source =
  | { from: 'flag' | 'environment' | 'profile'; name: string }
  | { from: 'default' }

export interface Setting<Value> {
  value: Value
  source: Source
}

const from =
  (origin: 'flag' | 'profile') =>
  <Value>(name: string, value: Value | undefined): Setting<Value> | undefined =>
    value === undefined ? undefined : { value, source: { from: origin, name } }

/** `name` is the flag, such as `--api-url`. */
export const fromFlag = from('flag')

/** `name` is the name of the profile. */
export const fromProfile = from('profile')

export function fromVariable<Key extends VariableKey>(
  key: Key,
  environment: Environment,
): Setting<NonNullable<Environment[Key]>> | undefined {
  const value = environment[key]
  if (value === undefined || value === null) return undefined
  return { value, source: { from: 'environment', name: variables[key].name } }
}

export const byDefault = <Value>(value: Value): Setting<Value> => ({
  value,
  source: { from: 'default' },
})
