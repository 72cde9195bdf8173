import type { FailureCode } from '../../core/failure.ts'
import type { FailureMessage } from '../failure-message.ts'

/** What can go wrong between client and server, and what the service answers. */
export const serverFailures = {
  network: {
    title: 'No connection',
    sentence: 'The server[ {host}] could not be reached[: {reason}].',
    hint: 'You can safely try again.[ `{doctor}` finds the cause.]',
  },
  proxy_failed: {
    title: 'Proxy error',
    sentence: 'The proxy could not connect to {host}[: {reason}].',
    hint: 'HTTPS_PROXY and HTTP_PROXY set the proxy. NO_PROXY lists the hosts that do not use it.',
  },
  certificate_unknown: {
    title: 'Unknown certificate authority',
    sentence:
      'The certificate of {host} comes from an authority that this machine does not trust[ ({reason})].',
    hint: 'If the authority is your own, set NODE_EXTRA_CA_CERTS to the file with its certificate.',
  },
  certificate_outdated: {
    title: 'Certificate not valid today',
    sentence: 'The certificate of {host} has expired or is not valid yet[ ({reason})].',
    hint: 'Ask the operator of the server to renew it, or correct the clock of this machine.',
  },
  certificate_misnamed: {
    title: 'Certificate for another host',
    sentence: 'The server at {host} uses a certificate that was issued for another name.',
    hint: 'Check the address: it must match the name in the certificate.',
  },
  tls_failed: {
    title: 'No encrypted connection',
    sentence: 'Could not open an encrypted connection to {host}[: {reason}].',
    hint: 'Check the address and the port. The server there may not use TLS.',
  },
  timed_out: {
    title: 'Time-out',
    sentence: 'The server did not respond in time.',
    hint: 'You can safely try again. To wait longer, use --timeout.',
  },
  broken_off: {
    title: 'Incomplete response',
    sentence: 'The connection[ to {host}] was lost before the response was complete[: {reason}].',
    hint: 'You can safely try again.',
  },
  outcome_unknown: {
    title: 'Outcome unknown',
    sentence:
      'The request[ of {since}] was sent, but the response was lost. It may or may not have taken effect.',
    hint: 'Run the command again: it first checks what happened[: {command}]. If it cannot tell, add --settle sent or --settle unsent.',
  },
  id_not_told: {
    title: 'Missing ID of the new list',
    sentence:
      'The list “{name}” was created, but the server did not return its ID. No contacts were imported.',
    hint: 'Do not create the list again. Find its ID, for example with `remite search`[, and use {--list}].',
  },
  not_the_api: {
    title: 'Not the API',
    sentence: 'The server at {url} is not the API.',
    hint: 'Check that the address ends in /v3/api.',
  },
  not_offered: {
    title: 'Not supported by this server',
    sentence: 'This server does not support this[ ({what})], so nothing was sent.',
  },
  unreadable_answer: {
    title: 'Invalid response',
    sentence: 'The server sent a response that could not be read.',
    hint: 'Try again. To see the response, add --debug.',
  },
  redirected: {
    title: 'The server redirects elsewhere',
    sentence:
      'The server redirects to another address[, {location}]. Your session is not sent there.',
    hint: 'If that address is correct, log in to it with --api-url.',
  },

  malformed: {
    title: 'Malformed request',
    sentence: 'The request is malformed, for example because its JSON is invalid.',
    hint: 'Check the data that you sent.',
  },
  unauthorized: {
    title: 'Not logged in',
    sentence: 'This requires a valid session.',
    hint: 'Log in with `remite auth login`.',
  },
  bad_credentials: {
    title: 'Wrong username or password',
    sentence: 'The username or the password is incorrect.',
    hint: 'Try again. After several failed attempts you have to wait a little.',
  },
  token_expired: {
    title: 'Session expired',
    sentence: 'Your session has expired.',
    hint: 'Log in again: with `remite auth login --remember-me` the session lasts up to a year.',
  },
  token_short: {
    title: 'Session about to expire',
    sentence: 'Your session expires in less than {least}.',
    hint: 'Log in again with `remite auth login --remember-me`.',
  },
  token_end_unknown: {
    title: 'End of the session unknown',
    sentence: 'The token does not say when the session ends, so --min-ttl cannot be checked.',
    hint: 'Ask the server whether the session is valid, without a minimum: `remite auth status --check`',
  },
  token_revoked: {
    title: 'Session closed',
    sentence: 'This session has been closed.',
    hint: 'Log in again with `remite auth login`.',
  },
  key_unknown: {
    title: 'Unknown API key',
    sentence: 'There is no such API key.',
    hint: 'Check that it is complete. A key is shown once; create a new one with `remite auth keys create`.',
  },
  key_expired: {
    title: 'API key expired',
    sentence: 'This API key has expired.',
    hint: 'After a login, create a new one with `remite auth keys create`.',
  },
  key_revoked: {
    title: 'API key revoked',
    sentence: 'This API key has been revoked.',
    hint: 'After a login, create a new one with `remite auth keys create`.',
  },
  forbidden: {
    title: 'Not allowed',
    sentence: 'Your role does not allow this.',
    hint: 'Ask the administrator of your account.',
  },
  scope_missing: {
    title: 'Scope missing',
    sentence: 'This token does not have the scope {scope}.',
    hint: 'Create a key that has it: `remite auth keys create --name NAME --scope {scope}`.',
  },
  session_needed: {
    title: 'Only after a login',
    sentence: 'This is only possible after a login with username and password.',
    hint: 'Log in with `remite auth login`, for example in another profile.',
  },
  suspended: {
    title: 'Account suspended',
    sentence: 'This account is suspended, so it cannot do this.',
    hint: 'Ask the administrator of your account.',
  },
  not_confirmed: {
    title: 'Account not confirmed',
    sentence: 'The confirmation link for this account has not been used yet.',
    hint: 'Open the link in the confirmation email. If it is more than two days old, sign up again.',
  },
  invite_refused: {
    title: 'Invite not valid',
    sentence: 'This invite code is wrong, was used, or has ended.',
    hint: 'Ask the person who sent it for a new one.',
  },
  sign_up_closed: {
    title: 'Sign-up closed',
    sentence: 'Nobody can sign up on this service.',
    hint: 'Ask the operator of the service for an account.',
  },
  sandbox_account: {
    title: 'Sandbox account',
    sentence: 'The address of a sandbox account cannot be changed.',
    hint: 'The operator of the service can release the account: `remite users release USER`.',
  },
  not_found: {
    title: 'Not found',
    sentence: 'It does not exist, or it is not in your account[: {name}][: {what}].',
    hint: 'Check the ID or the name.[ `{list}` shows what exists.]',
  },
  list_unknown: {
    title: 'This form no longer works',
    sentence: 'Its list does not exist, or its ID is wrong.',
    hint: 'A form names its list by the public ID that `remite lists get` shows.',
  },
  no_such_route: {
    title: 'Unknown address',
    sentence:
      'This address does not exist in the API[, because this process does not run the role “{role}”].',
    hint: 'Check that the base address ends in /v3/api.',
  },
  method_not_allowed: {
    title: 'Method not allowed',
    sentence: 'This address does not support this HTTP method.',
  },
  not_acceptable: {
    title: 'Format not available',
    sentence: 'The response is not available in the requested format.',
    hint: 'Request JSON, or CSV for a list.',
  },
  conflict: {
    title: 'Conflict',
    sentence: 'The request conflicts with the current data.',
    hint: 'Check the current state and try again.',
  },
  wrong_state: {
    title: 'Not possible in this state',
    sentence: 'This is not possible in the current state[: {status}].',
    hint: 'Check the current state first.',
  },
  in_use: {
    title: 'In use',
    sentence: 'It is still in use, so it was not deleted[: {by}].',
    hint: 'Change or delete what uses it first.',
  },
  already_exists: {
    title: 'Already exists',
    sentence: 'It already exists[: {name}].',
    hint: 'Choose another name, or change the existing one.',
  },
  idempotency_in_flight: {
    title: 'Request in progress',
    sentence: 'The same request is already in progress.',
    hint: 'Wait a moment and try again.',
  },
  unsubscribed: {
    title: 'Unsubscribed',
    sentence: 'This person has already unsubscribed.',
  },
  edited_meanwhile: {
    title: 'Changed by someone else',
    sentence: 'Someone else has changed it since you read it, so your change was not saved.',
    hint: 'Read it again and repeat your change.',
  },
  body_too_large: {
    title: 'Request too large',
    sentence: 'The request is too large[: the limit is {limit} bytes].',
    hint: 'Send the data in smaller parts.',
  },
  unsupported_media_type: {
    title: 'Unsupported content type',
    sentence: 'This type of content is not supported here[: {type}].',
  },
  invalid: {
    title: 'Invalid values',
    sentence: 'Some values are invalid.',
    hint: 'Correct them and try again.',
  },
  sender_not_verified: {
    title: 'Sender not verified',
    sentence: 'You cannot send from this address until it is verified[: {from_mail}].',
    hint: 'Verify it with `remite senders verify ADDRESS`.',
  },
  wrong_code: {
    title: 'Wrong code',
    sentence: 'This is not the code that was sent[; attempts left: {tries}].',
    hint: 'Use the code from the newest email[, or request another one with {--resend}].',
  },
  code_expired: {
    title: 'Code expired',
    sentence: 'This code is too old, or there were too many wrong attempts.',
    hint: '[Request another one with {--resend}.]',
  },
  reset_refused: {
    title: 'Code not valid',
    sentence: 'This code for a new password is wrong, was used, or has ended.',
    hint: 'Request another one: `remite auth forgot`.',
  },
  audience_empty: {
    title: 'Empty audience',
    sentence: 'The chosen lists and segment contain no active contacts.',
    hint: 'Check the lists, the segment and the excluded lists.',
  },
  merge_tag_broken: {
    title: 'Invalid merge tag',
    sentence: 'A merge tag is invalid[: {place}, line {line}: {message}].',
    hint: 'Check its braces and its spelling.',
  },
  filter_refused: {
    title: 'Filter not available',
    sentence:
      'The filter {filter} is not available in messages[: {place}, line {line}: {message}].',
    hint: 'Use another filter. Lists can be split, joined, sorted and sliced, but not searched or combined.',
  },
  template_too_slow: {
    title: 'Template too slow',
    sentence: 'The template takes too long to render[: {place}, line {line}: {message}].',
    hint: 'Use fewer or shorter loops, and shorter lists.',
  },
  idempotency_mismatch: {
    title: 'Idempotency key already used',
    sentence: 'This idempotency key was already used for a different request.',
    hint: 'Use another key.',
  },
  quota_exceeded: {
    title: 'Plan limit reached',
    sentence: 'This is more than your plan allows[: {left} of {limit} left].',
    hint: 'Wait until the quota is renewed, or ask for a larger plan. `remite users quota get` shows your limits.',
  },
  storage_exceeded: {
    title: 'Storage of the plan used up',
    sentence: 'Your plan stores at most {limit} of files, attachments and messages.',
    hint: 'Wait until running imports end, delete drafts and campaigns with attachments, or ask for a larger plan.',
  },
  too_many_uploads: {
    title: 'Too many uploads at once',
    sentence: 'Your plan allows {limit} uploads at the same time.',
    hint: 'Wait until one of them has arrived and try again.',
  },
  answer_too_large: {
    title: 'Already done',
    sentence:
      'This request was already carried out, with status {status}. Its answer was too large to be kept.',
    hint: 'Look at the result with a command that only reads. Do not repeat the request with another key.',
  },
  test_limit: {
    title: 'Too many test messages',
    sentence:
      'At most {limit} test messages a day go to addresses that this account has not verified[. The next day starts at 00:00 UTC, within {hours} h].',
    hint: 'Add the address as a sender and verify it: then only your plan limits the tests to it.',
  },
  rate_limited: {
    title: 'Too many requests',
    sentence: 'There were too many requests[ with the API key {key} or others] in a short time.',
    hint: 'Wait a little and try again.',
  },
  read_too_slow: {
    title: 'Too slow',
    sentence: 'The answer would take longer than {seconds} seconds, so the request was ended.',
    hint: 'Ask for less: fewer conditions, one list, or a shorter period.',
  },
  internal: {
    title: 'Unexpected error',
    sentence: 'An unexpected error occurred.',
    hint: 'Try again. If it happens again, report what --debug shows, with the request ID.',
  },
  not_implemented: {
    title: 'Not supported',
    sentence: 'This server does not support this[: {field}].',
  },
  unavailable: {
    title: 'Service unavailable',
    sentence: 'The service is currently unavailable.',
    hint: 'Try again in a little while.',
  },
} satisfies Partial<Record<FailureCode, FailureMessage>>
