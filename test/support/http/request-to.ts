export interface Answer<Body> {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into bodies of every shape
  body: Body extends unknown ? any : never
  headers: Headers
}

/** Returns a function that sends requests to an origin. An object is sent as JSON, a text as it is. */
export const requestTo =
  (origin: string) =>
  async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<unknown>> => {
    const isText = typeof body === 'string'
    const response = await fetch(`${origin}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(body !== undefined && !isText && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return {
      status: response.status,
      body: isJson ? JSON.parse(text) : text,
      headers: response.headers,
    }
  }
