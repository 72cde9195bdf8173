import { Failure } from '../../../core/failure.ts'
import { randomToken } from '../../../core/ids.ts'
import type { Language } from '../../../core/language.ts'
import { messages } from '../../../messages/all.ts'
import { fill } from '../../../messages/fill.ts'
import { findBrand } from '../../brands/store.ts'
import { type Page, type PageAnswer, type PageRequest, textIn } from '../../http/page.ts'
import { problemOf } from '../../http/problem.ts'
import type { Service } from '../../service.ts'
import { forgotPath } from '../forgot-path.ts'
import { createLogin } from '../login.ts'
import { oauthPaths } from './addresses.ts'
import { choicesOf } from './asked-scopes.ts'
import { type AuthorizationRequest, readAuthorizationRequest } from './authorization-request.ts'
import { createFindClient } from './client.ts'
import { consentView, refusalView } from './consent-view.ts'
import { issueCode } from './issue-code.ts'
import { withParameters } from './redirect-uri.ts'
import { findFirstAccount } from './store.ts'

const formBytes = 18

/**
 * The authorization endpoint (RFC 6749, 3.1). There is no cookie and no session: the form that allows
 * something also has the password, so no other site can send it in a user's name.
 */
export function consentPages(service: Service): readonly Page[] {
  const { db, settings } = service
  const context = { settings, findClient: createFindClient(service) }
  const logIn = createLogin(service)
  const path = oauthPaths.authorize

  const read = async (
    { query, language, ip }: PageRequest,
    handle: (request: AuthorizationRequest) => Promise<PageAnswer>,
  ): Promise<PageAnswer> => {
    const found = await readAuthorizationRequest(context, query, ip())
    if ('request' in found) return handle(found.request)
    const { refused, wrong } = messages[language].consentPage
    if ('refused' in found) return refusalView({ language, text: refused[found.refused] })
    const text = fill(wrong, { code: found.error })
    return refusalView({ language, text, back: answerTo(found, { error: found.error }) })
  }

  /** The address at which the client waits, with our name, so that it knows whose answer it is (RFC 9207). */
  const answerTo = (
    { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
    parameters: Record<string, string>,
  ): string =>
    withParameters(redirectUri, {
      ...parameters,
      ...(state !== undefined && { state }),
      iss: settings.publicUrl,
    })

  async function show(
    language: Language,
    request: AuthorizationRequest,
    again?: NonNullable<Parameters<typeof consentView>[0]['again']>,
  ): Promise<PageAnswer> {
    const accountId = await findFirstAccount(db)
    return consentView({
      ...{ language, request, form: randomToken(formBytes), ...(again && { again }) },
      brand: accountId === undefined ? undefined : await findBrand(db, { accountId }),
      host: new URL(settings.publicUrl).host,
      forgotUrl: settings.publicUrl + forgotPath,
    })
  }

  async function answer(
    { form, language, ip, headers }: PageRequest,
    request: AuthorizationRequest,
  ): Promise<PageAnswer> {
    if (textIn(form, 'answer') === 'deny') {
      return redirectTo(answerTo(request, { error: 'access_denied' }))
    }
    const username = textIn(form, 'username')
    const level = textIn(form, 'level')
    const choice = choicesOf(request.scopes).find((each) => each.level === level)
    const formId = textIn(form, 'form')
    if (!choice || !isFormId(formId)) return show(language, request)
    try {
      const { id: accountId } = await logIn({ username, pass: textIn(form, 'pass'), ip: ip() })
      const code = await issueCode(service, {
        ...{ accountId, request, scopes: choice.scopes, form: formId, ip: ip() },
        userAgent: headers['user-agent'],
      })
      if (code !== undefined) return redirectTo(answerTo(request, { code }))
      return refusalView({ language, text: messages[language].consentPage.used })
    } catch (error) {
      if (!(error instanceof Failure && error.code === 'bad_credentials')) throw error
      const { status, detail: problem } = problemOf(error, {
        ...{ language, requestId: '', isVisitor: false },
      })
      return show(language, request, { username, level, status, problem })
    }
  }

  return [
    {
      method: 'GET',
      path,
      handle: (asked) => read(asked, (request) => show(asked.language, request)),
    },
    {
      method: 'POST',
      path,
      async handle(asked) {
        // A browser names the site of a form. No other program has a reason to send this one.
        if (asked.headers.origin !== new URL(settings.publicUrl).origin) {
          throw new Failure('forbidden')
        }
        return read(asked, (request) => answer(asked, request))
      },
    },
  ]
}

const isFormId = (text: string): boolean => /^[\w-]{24}$/.test(text)

const redirectTo = (location: string): PageAnswer => ({
  status: 303,
  headers: { location, 'referrer-policy': 'no-referrer' },
})
