import { expressionFailure, type Place } from './expression-failure.ts'

export interface Token extends Place {
  kind: 'word' | 'quoted' | 'number' | 'date' | 'duration' | 'symbol' | 'end'
  /** What a quoted text says, without quotes and escapes. */
  value: string
}

/**
 * The forms of a token, longest first. Dates are those that the API accepts. A word may contain dots,
 * hyphens and `@`, so that addresses and tags need no quotes.
 */
const forms = [
  ['quoted', /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/y],
  [
    'date',
    /\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?(?![\p{L}\p{N}_])/uy,
  ],
  ['duration', /\d{1,5}[dw](?![\p{L}\p{N}_])/uy],
  ['number', /-?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d{1,3})?(?![\p{L}\p{N}_@.-])/uy],
  ['word', /[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_@.+-]*[\p{L}\p{M}\p{N}_])?/uy],
  ['symbol', /!=|<>|<=|>=|[=<>(),]/y],
] as const

/** Splits an expression into tokens. The last one is always of kind `end`. */
export function tokensOf(expression: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  for (;;) {
    at += /^\s*/.exec(expression.slice(at))?.[0].length ?? 0
    if (at >= expression.length) break
    const token = tokenAt(expression, at)
    if (!token) {
      const [found = ''] = [...expression.slice(at)]
      throw expressionFailure('expression_character', expression, { at, text: found })
    }
    tokens.push(token)
    at += token.text.length
  }
  return [...tokens, { kind: 'end', at: expression.length, text: '', value: '' }]
}

function tokenAt(expression: string, at: number): Token | undefined {
  for (const [kind, form] of forms) {
    form.lastIndex = at
    const text = form.exec(expression)?.[0]
    if (text === undefined) continue
    const value = kind === 'quoted' ? text.slice(1, -1).replace(/\\(.)/gs, '$1') : text
    return { kind, at, text, value }
  }
  return undefined
}
