/** An error from the command line, with its sentence. */
export class RequestError extends Error {
  readonly code: string
  constructor(code: string, sentence: string) {
    super(sentence)
    this.code = code
  }
}

export type Call = <Answer>(name: string, input?: object) => Promise<Answer>

/** Stores the key for this tab, so that it survives a reload. */
const storageKey = 'editor-session'

/**
 * Exchanges the link for a session key. Returns undefined if another tab has used the link or it is
 * incomplete.
 */
export async function openSession(): Promise<Call | undefined> {
  const link = location.hash.slice(1)
  // In the address bar, others could see the key, and the history would store it.
  history.replaceState(null, '', '/')
  const given = link === '' ? undefined : await exchange(link)
  const key = given ?? sessionStorage.getItem(storageKey)
  if (key === null) return undefined
  sessionStorage.setItem(storageKey, key)
  return (name, input = {}) => call(key, name, input)
}

async function exchange(link: string): Promise<string | undefined> {
  const response = await post('/session', { link })
  return response.ok ? (await response.json()).key : undefined
}

async function call<Answer>(key: string, name: string, input: object): Promise<Answer> {
  const response = await post(`/answers/${name}`, input, { 'x-editor-session': key })
  const text = await response.text()
  if (response.ok) return JSON.parse(text)
  const error = text === '' ? {} : JSON.parse(text)
  const problems: { path: string; message: string }[] = error.problems ?? []
  const sentences = [
    error.detail,
    error.serverMessage,
    ...problems.map(({ path, message }) => `${path}: ${message}`),
  ]
  throw new RequestError(error.code ?? 'refused', sentences.filter(Boolean).join(' '))
}

const post = (path: string, input: object, headers: Record<string, string> = {}) =>
  fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(input),
  })
