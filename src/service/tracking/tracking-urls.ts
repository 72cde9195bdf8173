/** Paths are short, since every message contains them. */
export const openPath = '/o/:token'
export const clickPath = '/c/:token'
/** Used by pages of third parties, who build the URL themselves. */
export const conversionPath = '/v/:token'

export const openUrl = (publicUrl: string, token: string): string => `${publicUrl}/o/${token}`

export const clickUrl = (publicUrl: string, token: string): string => `${publicUrl}/c/${token}`
