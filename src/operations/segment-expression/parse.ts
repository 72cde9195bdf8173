import type { FieldRule } from '../../contract/shapes/rules/field-rule.ts'
import type { Conditions, EventRule } from '../../contract/shapes/segment.ts'
import { parseEvent } from './parse-event.ts'
import { parseFieldRule } from './parse-field-rule.ts'
import { createReader, type ExpressionReader } from './reader.ts'
import { type ExpressionField, negations } from './words.ts'

type Rule = Conditions['rules'][number]

/** Groups within groups, so that a hostile expression cannot exhaust the stack. */
const maxDepth = 50

/**
 * Compiles an expression such as `ciudad = "Ávila" and opened in 30d and not clicked` to conditions.
 * Throws a failure that shows the place of the mistake. The server checks what depends on its limits.
 */
export function parseExpression(
  expression: string,
  fields: readonly ExpressionField[],
): Conditions {
  const reader = createReader(expression)
  const context = { reader, fields, depth: 0 }
  const rule = parseOr(context)
  if (reader.peek().kind !== 'end') reader.fail('expression_token', { choices: 'and, or' })
  return 'rules' in rule ? rule : { op: 'and', rules: [rule] }
}

interface ParseContext {
  reader: ExpressionReader
  fields: readonly ExpressionField[]
  depth: number
}

const parseOr = (context: ParseContext): Rule => parseJoined(context, 'or', parseAnd)

const parseAnd = (context: ParseContext): Rule => parseJoined(context, 'and', parseNot)

function parseJoined(
  context: ParseContext,
  op: 'and' | 'or',
  parsePart: (context: ParseContext) => Rule,
): Rule {
  const first = parsePart(context)
  const rules = [first]
  while (context.reader.takeWords(op)) rules.push(parsePart(context))
  return rules.length === 1 ? first : { op, rules }
}

function parseNot(context: ParseContext): Rule {
  if (!context.reader.takeWords('not')) return parsePrimary(context)
  return negated(parseNot(deeper(context)))
}

function parsePrimary(context: ParseContext): Rule {
  const { reader, fields } = context
  if (reader.takeSymbol('(')) {
    const rule = parseOr(deeper(context))
    if (!reader.takeSymbol(')')) reader.fail('expression_token', { choices: 'and, or, )' })
    return rule
  }
  return (
    parseEvent(reader, fields) ??
    parseFieldRule(
      reader,
      fields.filter(({ kind }) => kind !== 'event'),
    )
  )
}

function deeper(context: ParseContext): ParseContext {
  if (context.depth >= maxDepth) context.reader.fail('expression_deep', { limit: maxDepth })
  return { ...context, depth: context.depth + 1 }
}

/** Negates a rule: by its own opposite if it has one, otherwise by a group of which none is true. */
export function negated(rule: Rule): Rule {
  if ('event' in rule) return negatedEvent(rule)
  if ('field' in rule) return negatedField(rule)
  if (rule.op === 'or') return { op: 'not', rules: rule.rules }
  return { op: 'not', rules: [rule] }
}

function negatedEvent({ negate, ...rule }: EventRule): Rule {
  return negate ? rule : { ...rule, negate: true }
}

function negatedField(rule: FieldRule): Rule {
  const operator = negations[rule.operator]
  return operator ? { ...rule, operator } : { op: 'not', rules: [rule] }
}
