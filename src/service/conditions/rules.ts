import type { Conditions, FieldRule } from '../../contract/shapes/segment.ts'

/** The rules about fields in a tree that was checked, whatever groups they stand in. */
export const fieldRulesOf = ({ rules }: Conditions): FieldRule[] =>
  rules.flatMap((rule) => {
    if ('rules' in rule) return fieldRulesOf(rule)
    return 'field' in rule ? [rule] : []
  })
