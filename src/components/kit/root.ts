'use client'

import { type CSSProperties, useContext } from 'react'
import { SettingsContext } from '../../react/context.ts'
import { classes, type RootAttributes } from './part.ts'
import { useText } from './text.ts'

/** The attributes of a part's root: the scope of our CSS, its name, language, direction and looks, and what the host gave. */
export function useRoot(part: string, attributes: RootAttributes): RootAttributes {
  const { locale, direction } = useText()
  const appearance = useContext(SettingsContext)?.appearance
  const theme = appearance?.theme
  const variables = appearance?.variables
  return {
    lang: locale,
    dir: direction,
    ...attributes,
    'data-licet': '',
    ...(theme !== undefined && theme !== 'system' && { 'data-licet-theme': theme }),
    'data-part': attributes['data-part'] ?? part,
    className: classes(`licet-${part}`, appearance?.elements?.[part], attributes.className),
    ...((variables !== undefined || attributes.style !== undefined) && { style: { ...toStyle(variables), ...attributes.style } }),
  }
}

function toStyle(variables: Readonly<Record<string, string>> = {}): CSSProperties {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [`--licet-${name}`, value]))
}
