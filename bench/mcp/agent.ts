import type { Client } from '@modelcontextprotocol/sdk/client/index.js'

type Args = Record<string, unknown>

export interface Result {
  isError: boolean
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: a script looks into data of every shape
  data: any
}

/** Calls tools as a model would, and counts what the model writes and reads. */
export interface Agent {
  call(name: string, args: Args): Promise<Result>
  /** Calls for a plan, and again with its confirmation, as if the user had agreed. */
  confirm(name: string, args: Args): Promise<Result>
  /** Repeats a call until the data is as wanted. */
  until(name: string, args: Args, isDone: (data: Result['data']) => boolean): Promise<Result>
  spent(): { calls: number; tokens: number }
}

const pauseMs = 300
const maxTries = 40

export function createAgent(client: Client, count: (text: string) => number): Agent {
  let [calls, tokens] = [0, 0]

  async function call(name: string, args: Args): Promise<Result> {
    const answer = await client.callTool({ name, arguments: args })
    // Every content of the tools is text.
    const text = (answer.content as { text: string }[]).map((part) => part.text).join('\n')
    calls += 1
    tokens += count(JSON.stringify({ name, arguments: args })) + count(text)
    return { isError: answer.isError === true, text, data: answer.structuredContent ?? {} }
  }

  return {
    call,
    async confirm(name, args) {
      const { data, text, isError } = await call(name, args)
      if (isError || data.confirmation === undefined) throw new Error(`${name}: no plan: ${text}`)
      return call(name, { ...args, confirmation: data.confirmation })
    },
    async until(name, args, isDone) {
      for (let left = maxTries; left > 0; left -= 1) {
        const [callsBefore, tokensBefore] = [calls, tokens]
        const answer = await call(name, args)
        if (isDone(answer.data)) return answer
        // How often one looks depends on the machine, so that only the last look counts.
        calls = callsBefore
        tokens = tokensBefore
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
      throw new Error(`${name} ${JSON.stringify(args)} was not done in time`)
    },
    spent: () => ({ calls, tokens }),
  }
}
