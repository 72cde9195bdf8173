/** An error from the command line, with its sentence. */
export class RequestError extends Error {
  readonly code: string
  constructor(code: string, sentence: string) {
    super(sentence)
    this.code = code
  }
}

export type Call = <Answer>(name: string, input?: object) => Promise<Answer>

interface UploadOptions {
  /** Called with the part of the file that has been sent, from 0 to 1. */
  onProgress(part: number): void
  signal: AbortSignal
}

/** Uploads a file. Throws an `AbortError` if the signal stops it. */
export type Upload = <Answer>(file: File, options: UploadOptions) => Promise<Answer>

interface Session {
  call: Call
  upload: Upload
}

/** Stores the key for this tab, so that it survives a reload. */
const storageKey = 'editor-session'

/**
 * Exchanges the link for a session key. Returns undefined if another tab has used the link or it is
 * incomplete.
 */
export async function openSession(): Promise<Session | undefined> {
  const link = location.hash.slice(1)
  // In the address bar, others could see the key, and the history would store it.
  history.replaceState(null, '', '/')
  const given = link === '' ? undefined : await exchange(link)
  const key = given ?? sessionStorage.getItem(storageKey)
  if (key === null) return undefined
  sessionStorage.setItem(storageKey, key)
  return {
    call: (name, input = {}) => call(key, name, input),
    upload: (file, options) => upload(key, file, options),
  }
}

async function exchange(link: string): Promise<string | undefined> {
  const response = await post('/session', { link })
  return response.ok ? (await response.json()).key : undefined
}

async function call<Answer>(key: string, name: string, input: object): Promise<Answer> {
  const response = await post(`/answers/${name}`, input, { 'x-editor-session': key })
  return read(response.ok, await response.text())
}

function read<Answer>(isOk: boolean, text: string): Answer {
  if (isOk) return JSON.parse(text)
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

/** `fetch` does not report the progress of an upload. */
const upload = <Answer>(key: string, file: File, { onProgress, signal }: UploadOptions) =>
  new Promise<Answer>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/upload')
    request.setRequestHeader('x-editor-session', key)
    request.setRequestHeader('x-file-name', encodeURIComponent(file.name))
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
    request.addEventListener('load', () => {
      try {
        resolve(read(request.status === 200, request.responseText))
      } catch (error) {
        reject(error)
      }
    })
    request.addEventListener('error', () => reject(new TypeError('the request failed')))
    request.addEventListener('abort', () => reject(signal.reason))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
