import { toIsoTime } from '../../core/time.ts'
import { shownOrigins } from './form.ts'
import { type Counts, type List, totalOf } from './store.ts'

/** What a user sets. */
export const settingsOf = (list: List) => ({
  name: list.name,
  description: list.description,
  double_optin: list.double_optin === 1,
  from_mail: list.from_mail,
  welcome_template_id: list.welcome_template_id,
  public_by_id: list.public_by_id === 1,
  public: list.is_public === 1,
  form_origins: shownOrigins(list),
})

/** Returns a list as the API shows it. */
export const showList = (list: List, counts: Counts) => ({
  id: list.id,
  public_id: list.public_id,
  ...settingsOf(list),
  contacts: totalOf(counts),
  active: counts.active,
  created_at: toIsoTime(list.created_at),
})
