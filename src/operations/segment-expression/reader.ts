import type { FailureCode, Values } from '../../core/failure.ts'
import { expressionFailure } from './expression-failure.ts'
import { type Token, tokensOf } from './tokens.ts'

/** Reads the tokens of an expression one after the other. */
export interface ExpressionReader {
  /** The next token. */
  peek(): Token
  take(): Token
  /** Takes words in this order, in any case. Returns false and takes nothing if others come. */
  takeWords(words: string): boolean
  takeSymbol(symbol: string): boolean
  fail(code: Extract<FailureCode, `expression_${string}`>, values?: Values, token?: Token): never
}

export function createReader(expression: string): ExpressionReader {
  const tokens = tokensOf(expression)
  let index = 0
  // The last token is the end, and is never passed.
  const tokenAt = (position: number) => tokens[Math.min(position, tokens.length - 1)] as Token
  const isWord = ({ kind, text }: Token, word: string) =>
    kind === 'word' && text.toLowerCase() === word
  return {
    peek: () => tokenAt(index),
    take: () => tokenAt(index++),
    takeWords(words) {
      const wanted = words.split(' ')
      if (!wanted.every((word, offset) => isWord(tokenAt(index + offset), word))) return false
      index += wanted.length
      return true
    },
    takeSymbol(symbol) {
      const { kind, text } = tokenAt(index)
      const isNext = kind === 'symbol' && text === symbol
      if (isNext) index += 1
      return isNext
    },
    fail(code, values, token = tokenAt(index)) {
      throw expressionFailure(code, expression, token, values)
    },
  }
}
