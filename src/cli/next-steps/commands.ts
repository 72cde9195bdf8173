import type { NextStepMessages } from '../../messages/next-steps.ts'

/** A verb that has a next step: its path, with a status where that matters. */
export type NextStepKey = keyof NextStepMessages['done']

/**
 * What one usually does after a verb, by its path, or by path and status where that matters. The values in
 * braces are those of the request and of its answer.
 */
export const nextCommands: Readonly<Record<NextStepKey, string>> = {
  'campaigns create draft': 'campaigns check {id}',
  'campaigns create scheduled': 'campaigns list --status scheduled',
  'campaigns create': 'campaigns watch {id}',
  'campaigns update': 'campaigns check {id}',
  'campaigns duplicate': 'campaigns edit {id}',
  'campaigns resend': 'campaigns check {id}',
  'campaigns test': 'campaigns send {id}',
  'campaigns send': 'campaigns watch {id}',
  'campaigns send scheduled': 'campaigns list --status scheduled',
  'campaigns schedule': 'campaigns list --status scheduled',
  'campaigns unschedule': 'campaigns edit {id}',
  'campaigns pause': 'campaigns resume {id}',
  'campaigns resume': 'campaigns watch {id}',
  'campaigns cancel': 'campaigns stats {id}',
  'campaigns watch': 'campaigns stats {id}',
  'campaigns ab-winner': 'campaigns watch {id}',
  'lists create': 'lists import clients.csv --list {id}',
  'lists fields create': 'lists fields list --list {list}',
  'lists import': 'campaigns create --list {list}',
  'lists clean': 'lists jobs get {job_id} --list {list}',
  'contacts bulk': 'lists jobs get {job_id} --list {list}',
  'contacts suppressions add': 'contacts suppressions list',
  'contacts add': 'contacts get {email} --list {list}',
  'segments create': 'segments preview {id}',
  'segments duplicate': 'segments preview {id}',
  'segments to-list': 'campaigns create --list {list_id}',
  'senders create': 'senders verify {from_mail}',
  'senders verify verified': 'campaigns create --from-mail {from_mail}',
  'senders verify unverified': 'senders verify {from_mail}',
  'media add': 'media get {id}',
  'auth keys create': 'auth keys list',
  'auth keys rotate': 'auth keys list',
  'templates create': 'campaigns create --template {id}',
  'templates import': 'campaigns create --template {id}',
  'automations create': 'automations activate {id}',
  'automations update': 'automations get {id}',
  'automations activate': 'automations stats {id}',
  'automations deactivate': 'automations activate {id}',
  'users create': 'users get {id}',
  'users invite': 'users list',
  'users signup': 'auth login --username {username}',
  'webhooks create': 'webhooks replay {id} --test',
}
