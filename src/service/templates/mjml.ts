import { longestSource } from '../../contract/shapes/template.ts'
import { Failure, type Problem } from '../../core/failure.ts'

interface Rendered {
  html: string
  errors: readonly { formattedMessage: string }[]
}

/** What we use of the package; older versions answer at once. */
interface Mjml {
  default(
    source: string,
    options: { ignoreIncludes: true; validationLevel: 'soft' },
  ): Rendered | Promise<Rendered>
}

/** Only those install it who write MJML: it brings 58 MB along. */
const loadMjml = (): Promise<Mjml> =>
  // @ts-expect-error it has no types of its own, and may not be there
  import('mjml')

/** MJML as HTML. The package may not be installed: that is said by the name of the field. */
export async function renderMjml(source: string, load = loadMjml): Promise<string> {
  const { default: render } = await load().catch((cause: unknown) => {
    throw isMissing(cause) ? refused({ code: 'mjml_missing' }, cause) : cause
  })
  // An include reads files of this machine.
  const { html, errors } = await attempt(() =>
    render(source, { ignoreIncludes: true, validationLevel: 'soft' }),
  )
  const [error] = errors
  if (error) throw refused({ code: 'bad_mjml', values: { message: error.formattedMessage } })
  if (html.length > longestSource)
    throw refused({ code: 'too_long', values: { limit: longestSource } })
  return html
}

/** What is no MJML at all makes the package throw whatever it stumbles over. */
async function attempt(run: () => Rendered | Promise<Rendered>): Promise<Rendered> {
  try {
    return await run()
  } catch (cause) {
    const values = { message: cause instanceof Error ? cause.message : String(cause) }
    throw refused({ code: 'bad_mjml', values }, cause)
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'

const refused = (problem: Omit<Problem, 'field'>, cause?: unknown): Failure =>
  new Failure('invalid', { problems: [{ field: 'mjml', ...problem }] }, { cause })
