import { addons } from 'storybook/manager-api'
import { workshopTheme } from './workshop-theme.ts'

addons.setConfig({
  theme: workshopTheme(),
  sidebar: { showRoots: true },
  layoutCustomisations: {
    // A page of text needs the room of the toolbar and of the panel.
    showToolbar: ({ viewMode }: Shown, isShown: boolean) => (viewMode === 'docs' ? false : isShown),
    showPanel: ({ viewMode, storyId }: Shown, isShown: boolean) => (viewMode === 'docs' || isWorkshop(storyId) ? false : isShown),
  },
})

/** What Storybook shows. */
interface Shown {
  readonly viewMode?: string | undefined
  readonly storyId?: string | undefined
}

/** The pages of the workshop have their own controls. A journey has its steps in the panel. */
function isWorkshop(storyId = ''): boolean {
  return storyId.startsWith('workshop-') && !storyId.startsWith('workshop-journeys')
}
