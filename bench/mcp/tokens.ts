type Count = (text: string) => number

/**
 * Counts tokens with OpenAI's o200k_base if `npm install --no-save gpt-tokenizer` was run, otherwise as four
 * characters each. Other models have other tokens, usually 10 to 20 % more.
 */
export async function loadTokenizer(): Promise<{ name: string; count: Count }> {
  const specifier = 'gpt-tokenizer/encoding/o200k_base'
  try {
    const { encode } = (await import(specifier)) as { encode(text: string): readonly number[] }
    return { name: 'o200k_base', count: (text) => encode(text).length }
  } catch {
    return { name: 'characters / 4', count: (text) => Math.ceil(text.length / 4) }
  }
}
