/** What the command line said no to, in its own words. */
export class Refusal extends Error {
  readonly code: string
  constructor(code: string, sentence: string) {
    super(sentence)
    this.code = code
  }
}

export type Call = <Answer>(name: string, input?: object) => Promise<Answer>

/** Where the key survives a reload of the page, for this tab alone. */
const place = 'editor-session'

/** Undefined when the link was used by another tab or is not whole. */
export async function openSession(): Promise<Call | undefined> {
  const link = location.hash.slice(1)
  // A key in the address bar would be read over a shoulder, and kept in the history.
  history.replaceState(null, '', '/')
  const given = link === '' ? undefined : await exchange(link)
  const key = given ?? sessionStorage.getItem(place)
  if (key === null) return undefined
  sessionStorage.setItem(place, key)
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
  const said = text === '' ? {} : JSON.parse(text)
  const problems: { path: string; message: string }[] = said.problems ?? []
  const sentences = [
    said.detail,
    said.serverMessage,
    ...problems.map(({ path, message }) => `${path}: ${message}`),
  ]
  throw new Refusal(said.code ?? 'refused', sentences.filter(Boolean).join(' '))
}

const post = (path: string, input: object, headers: Record<string, string> = {}) =>
  fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(input),
  })
