'use client'

import { type CSSProperties, useContext } from 'react'
import { SettingsContext } from '../../react/context.ts'
import type { PartName } from '../../react/part-name.ts'
import type { Appearance } from '../../react/types.ts'
import { useIsHydrated } from '../../react/use-is-hydrated.ts'
import { classes, type RootAttributes } from './part-props.ts'
import { useText } from './use-text.ts'

/** The attributes of a part's root: the scope of our CSS, its name, language, direction and looks, and what the host gave. */
export function useRoot(part: PartName, attributes: RootAttributes): RootAttributes {
  const { locale, direction } = useText()
  const settings = useContext(SettingsContext)
  const appearance = settings?.appearance
  const theme = appearance?.theme
  // In a server's HTML a `style` attribute is inline style, which a strict policy refuses; set by script it is not (experience 21).
  const variables = useIsHydrated() ? appearance?.variables : undefined
  return {
    lang: locale,
    dir: direction,
    ...attributes,
    'data-licet': '',
    ...(theme !== undefined && { 'data-licet-theme': theme }),
    ...(settings?.lookId !== undefined && { 'data-licet-look': settings.lookId }),
    'data-part': attributes['data-part'] ?? part,
    className: classes(`licet-${part}`, appearance?.elements?.[part], attributes.className),
    ...((variables !== undefined || attributes.style !== undefined) && { style: { ...toStyle(variables), ...attributes.style } }),
  }
}

function toStyle(variables: Appearance['variables'] = {}): CSSProperties {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [`--licet-${name}`, value]))
}
