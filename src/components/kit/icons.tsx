'use client'

import { cloneElement, type ReactElement, useContext } from 'react'
import { SettingsContext } from '../../react/provider/context.ts'
import type { IconName } from '../../theme/icon-name.ts'

const PATHS: Readonly<Record<IconName, string>> = {
  parties:
    'M4 17V5.5A1.5 1.5 0 0 1 5.5 4h5A1.5 1.5 0 0 1 12 5.5V17M12 9h2.5A1.5 1.5 0 0 1 16 10.5V17M2.5 17h15M7 7.5h2M7 10.5h2M7 13.5h2',
  data: 'M5 3.5h10v13l-2-1.3-1.5 1.3-1.5-1.3-1.5 1.3-1.5-1.3-2 1.3zM7.5 7h5M7.5 10h5',
  purposes: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 13.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM10 10h.01',
  recipients: 'M3 10h13M11.5 5.5 16 10l-4.5 4.5',
  duration:
    'M4.5 4.5h11A1.5 1.5 0 0 1 17 6v9.5a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 15.5V6a1.5 1.5 0 0 1 1.5-1.5ZM3 8.5h14M6.5 3v3M13.5 3v3',
  reward:
    'M3.5 7.5h13v3h-13zM4.5 10.5v6h11v-6M10 7.5v9M10 7.5C7 7.5 6 6.5 6 5.3 6 4.3 6.7 3.5 7.7 3.5 9 3.5 10 5 10 7.5ZM10 7.5c3 0 4-1 4-2.2 0-1-.7-1.8-1.7-1.8C11 3.5 10 5 10 7.5Z',
  withdrawal: 'M7 4 3.5 7.5 7 11M4 7.5h8a4.5 4.5 0 0 1 0 9H8',
  law: 'M10 3v14M6 17h8M4 6h12M4 6l-2 5.2h4zM16 6l-2 5.2h4zM2 11.2a2.1 2.1 0 0 0 4 0M14 11.2a2.1 2.1 0 0 0 4 0',
  info: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM10 9v5M10 6.2h.01',
  alert: 'M10 3 2.5 16.5h15zM10 8.5v3.5M10 14.3h.01',
  done: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM6.5 10.2l2.4 2.4 4.6-5',
  lock: 'M5 9.5h10v7.5H5zM7 9.5V6.5a3 3 0 0 1 6 0v3',
  save: 'M10 3v9.5M6 9l4 4 4-4M3.5 16.5h13',
  waiting: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM10 6v4.2l2.6 1.6',
  close: 'M5 5l10 10M15 5 5 15',
  check: 'm4.5 10.5 3.5 3.5 7.5-8',
  terms: 'M5 2.5h7l3 3v12H5zM12 2.5v3h3M7.5 10h5M7.5 13h5',
  chevron: 'M7.5 5l5 5-5 5',
}

/**
 * A decorative icon: from `appearance.icons`, or the kit's own in the color of the text. Its attributes keep it readable when the style
 * sheet is missing.
 */
export function Icon({ name }: { readonly name: IconName }): ReactElement {
  const own = useContext(SettingsContext)?.appearance.icons?.[name]
  const attributes = { width: 20, height: 20, focusable: 'false', 'data-icon': name } as const
  if (own && typeof own !== 'string') return cloneElement(own, { ...attributes, 'aria-hidden': true })
  return (
    <svg aria-hidden="true" {...attributes} viewBox="0 0 20 20" fill="none" stroke="currentColor">
      <path d={own || PATHS[name]} />
    </svg>
  )
}
