import { addons } from 'storybook/manager-api'
import { workshopTheme } from './workshop-theme.ts'

addons.setConfig({
  theme: workshopTheme(),
  sidebar: { showRoots: true },
  // The story is what people came for: the panel covers less than a third of the window until it is dragged.
  layout: { panelPosition: 'bottom', bottomPanelHeight: 220 },
  layoutCustomisations: {
    // A page of text, or a page with its own controls, needs the space of the toolbar and the panel.
    showToolbar: (shown: Shown, isShown: boolean) => (isWholePage(shown) ? false : isShown),
    showPanel: (shown: Shown, isShown: boolean) => (isWholePage(shown) ? false : isShown),
  },
})

/** What Storybook shows. */
interface Shown {
  readonly viewMode?: string | undefined
  readonly storyId?: string | undefined
}

/** The pages of the workshop have their own controls. A journey has its steps in the panel, and follows the toolbar. */
function isWholePage({ viewMode, storyId = '' }: Shown): boolean {
  return viewMode === 'docs' || (storyId.startsWith('workshop-') && !storyId.startsWith('workshop-journeys'))
}
