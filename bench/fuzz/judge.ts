import type { NamedEndpoint } from '../../src/contract/index.ts'
import type { Generated } from './requests.ts'

export const totals = {
  requests: 0,
  '2xx': 0,
  '4xx': 0,
  '5xx': 0,
  'no problem': 0,
  'wrong shape': 0,
}
/** The routes that have answered with a 2xx. */
export const reached = new Set<string>()
const reported = new Set<string>()

function report(what: string, { named, body, query }: Generated): void {
  const line = `${what} ${named.id}`
  if (reported.has(line)) return
  reported.add(line)
  console.log(line, JSON.stringify({ query, body }).slice(0, 600))
}

export function judge(generated: Generated, { status, headers }: Response, text: string): void {
  const { id, endpoint } = generated.named
  const type = headers.get('content-type') ?? ''
  totals.requests += 1
  if (status >= 500) {
    totals['5xx'] += 1
    report(`${status}`, generated)
  } else if (status >= 400) {
    totals['4xx'] += 1
    if (type.includes('problem+json')) return
    totals['no problem'] += 1
    report('no problem', generated)
  } else {
    totals['2xx'] += 1
    reached.add(id)
    const wrong = wrongShape(endpoint, type, text)
    if (wrong === undefined) return
    totals['wrong shape'] += 1
    report(`shape: ${wrong}`, generated)
  }
}

function wrongShape(
  { output }: NamedEndpoint['endpoint'],
  type: string,
  text: string,
): string | undefined {
  if (!type.includes('json') || output.kind === 'file') return undefined
  const body = JSON.parse(text)
  if (output.kind === 'job') return Number.isInteger(body.job_id) ? undefined : 'no job_id'
  const schema = output.kind === 'list' ? output.item.partial() : output.schema
  for (const each of output.kind === 'list' ? body : [body]) {
    const parsed = schema.safeParse(each)
    if (!parsed.success) return parsed.error.issues.map(({ path }) => path.join('.')).join(', ')
  }
  return undefined
}
