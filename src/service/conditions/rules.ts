import type { FieldRule } from '../../contract/shapes/rules/field-rule.ts'
import type { Conditions } from '../../contract/shapes/segment.ts'

/** Returns the field rules of validated conditions, from all nested groups. */
export const fieldRulesOf = ({ rules }: Conditions): FieldRule[] =>
  rules.flatMap((rule) => {
    if ('rules' in rule) return fieldRulesOf(rule)
    return 'field' in rule ? [rule] : []
  })
