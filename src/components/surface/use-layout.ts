'use client'

import type { ScreenLayout } from '../../react/provider/appearance.ts'
import { useInternalSettings } from '../../react/provider/context.ts'

/** Returns the layout of `appearance`, otherwise the layout of its composition: a letter and a card have one column. */
export function useLayout(): ScreenLayout {
  const { layout, composition } = useInternalSettings().appearance
  return layout ?? (composition === 'letter' || composition === 'card' ? 'column' : 'split')
}
