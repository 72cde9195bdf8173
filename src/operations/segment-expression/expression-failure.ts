import { Failure, type FailureCode, type Values } from '../../core/failure.ts'

/** A part of an expression: the index of its first character, and its text. */
export interface Place {
  at: number
  text: string
}

type ExpressionFailureCode = Extract<FailureCode, `expression_${string}`>

/** Creates a failure that shows the place in the expression. */
export function expressionFailure(
  code: ExpressionFailureCode,
  expression: string,
  { at, text }: Place,
  values: Values = {},
): Failure {
  // A line break would move the mark away from its place.
  const line = expression.replace(/\s/g, ' ')
  const mark = ' '.repeat([...expression.slice(0, at)].length)
  return new Failure(code, {
    values: { ...values, ...(text !== '' && { found: text }), marked: `${line}\n    ${mark}^` },
  })
}
