'use client'

import { classes, type RootAttributes } from './part.ts'
import { useText } from './text.ts'

/** The attributes of a part's root: the scope of our CSS, its name, language and direction, and what the host gave. */
export function useRoot(part: string, attributes: RootAttributes): RootAttributes {
  const { locale, direction } = useText()
  return {
    lang: locale,
    dir: direction,
    ...attributes,
    'data-licet': '',
    'data-part': part,
    className: classes(`licet-${part}`, attributes.className),
  }
}
