'use client'

import { type CSSProperties, useContext } from 'react'
import type { Appearance } from '../../react/provider/appearance.ts'
import { SettingsContext } from '../../react/provider/context.ts'
import type { PartName } from '../../react/provider/part-name.ts'
import { useIsHydrated } from '../../react/provider/use-is-hydrated.ts'
import type { PartDataAttributes } from './part-data-attributes.ts'
import { classes, type RootAttributes } from './part-props.ts'
import { useText } from './use-text.ts'

/**
 * Returns the attributes of a root: the scope of the kit's CSS, part name, language, direction, appearance, and the attributes from the
 * host app.
 */
export function useRoot(part: PartName, attributes: RootAttributes): RootAttributes & PartDataAttributes {
  const { locale, direction } = useText()
  const settings = useContext(SettingsContext)
  const appearance = settings?.appearance
  const theme = appearance?.theme
  // A strict Content-Security-Policy refuses a `style` attribute in the server's HTML, but allows script to set it after hydration.
  const variables = useIsHydrated() ? appearance?.variables : undefined
  return {
    lang: locale,
    dir: direction,
    ...attributes,
    'data-licet': '',
    ...(theme !== undefined && { 'data-licet-theme': theme }),
    ...(settings?.styleScope !== undefined && { 'data-licet-look': settings.styleScope }),
    ...(appearance?.composition !== undefined && { 'data-composition': appearance.composition }),
    'data-part': attributes['data-part'] ?? part,
    className: classes(`licet-${part}`, appearance?.elements?.[part], attributes.className),
    ...((variables !== undefined || attributes.style !== undefined) && { style: { ...toStyle(variables), ...attributes.style } }),
  }
}

function toStyle(variables: Appearance['variables'] = {}): CSSProperties {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [`--licet-${name}`, value]))
}
