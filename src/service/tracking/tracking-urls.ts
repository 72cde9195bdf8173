import type { TokenKeys } from '../../core/signed-token.ts'
import { type Click, clickToken, type Open, openToken } from './token.ts'

/** Paths are short, since every message contains them. */
export const openPath = '/o/:token'
export const clickPath = '/c/:token'
/** Used by pages of third parties, who build the URL themselves. */
export const conversionPath = '/v/:token'

export const openUrl = (publicUrl: string, open: Open, keys: TokenKeys): string =>
  `${publicUrl}${openPath.replace(':token', openToken(open, keys))}`

export const clickUrl = (publicUrl: string, click: Click, keys: TokenKeys): string =>
  `${publicUrl}${clickPath.replace(':token', clickToken(click, keys))}`
