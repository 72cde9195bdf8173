/** Used by pages of third parties, which add `event_id`, `value`, `currency` and `c`. */
export const eventPixelPath = '/e/:token'

export const eventPixelUrl = (publicUrl: string, token: string): string => `${publicUrl}/e/${token}`
