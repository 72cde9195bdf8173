import { maxSourceLength } from '../../contract/shapes/template.ts'
import { Failure, type Problem } from '../../core/failure.ts'

interface Rendered {
  html: string
  errors: readonly { formattedMessage: string }[]
}

/** The part of the package that is used. Older versions return the result synchronously. */
interface Mjml {
  default(
    source: string,
    options: { ignoreIncludes: true; validationLevel: 'soft' },
  ): Rendered | Promise<Rendered>
}

/** MJML is optional, since it takes 58 MB. */
const loadMjml = (): Promise<Mjml> =>
  // @ts-expect-error the package has no types and may not be installed
  import('mjml')

/** Renders MJML to HTML. Throws `invalid` for the field `mjml` if the package is not installed. */
export async function renderMjml(source: string, load = loadMjml): Promise<string> {
  const { default: render } = await load().catch((cause: unknown) => {
    throw isMissing(cause) ? refused({ code: 'mjml_missing' }, cause) : cause
  })
  // Includes would read files of this machine.
  const { html, errors } = await attempt(() =>
    render(source, { ignoreIncludes: true, validationLevel: 'soft' }),
  )
  const [error] = errors
  if (error) throw refused({ code: 'bad_mjml', values: { message: error.formattedMessage } })
  if (html.length > maxSourceLength)
    throw refused({ code: 'too_long', values: { limit: maxSourceLength } })
  return html
}

/** For input that is not MJML, the package throws arbitrary errors. */
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
