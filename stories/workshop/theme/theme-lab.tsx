import './theme-lab.css'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { keepTheme, readKeptChoices, type ThemeChoices, toTheme } from '../kept-theme.ts'
import { Segments } from '../shared/field.tsx'
import { FilesDialog } from '../shared/files-dialog.tsx'
import { keptAgreement } from '../shared/preview-config.ts'
import { useHistory } from '../shared/use-history.ts'
import { WorkshopPage } from '../shared/workshop-page.tsx'
import { BrandPanel } from './brand-panel.tsx'
import { LiveScreen } from './live-screen.tsx'
import { PasteTokens } from './paste-tokens.tsx'
import { ScreenTile } from './screen-tile.tsx'
import { type LabScreen, SCREENS } from './screens.tsx'
import { ShareButton } from './share-button.tsx'
import { readSharedChoices } from './share-link.ts'
import { themeFiles } from './theme-files.ts'
import { ThemeVerdict } from './theme-verdict.tsx'

type Scheme = 'light' | 'dark'

/** The theme lab: the controls of a brand, and twelve screens that all follow them. */
export function ThemeLab({ scheme: firstScheme }: { readonly scheme: Scheme }): ReactNode {
  const history = useHistory<ThemeChoices>(() => readSharedChoices() ?? readKeptChoices() ?? {})
  const [scheme, setScheme] = useState<Scheme>(firstScheme)
  const [opened, setOpened] = useState<LabScreen>()
  const [isExporting, setIsExporting] = useState(false)
  const [refused, setRefused] = useState('')
  const choices = history.value
  const change = (next: ThemeChoices, control: string) => {
    try {
      toTheme(next)
      history.change(next, control)
      setRefused('')
    } catch (error) {
      setRefused(error instanceof Error ? error.message : String(error))
    }
  }
  const theme = useMemo(() => toTheme(choices), [choices])
  const [agreement] = useState(() => keptAgreement('en'))
  useEffect(() => keepTheme(choices), [choices])
  const schemeOf = (screen: LabScreen) => (screen.inOtherScheme ? (scheme === 'light' ? 'dark' : 'light') : scheme)
  return (
    <WorkshopPage
      here="Theme"
      title="Theme lab"
      actions={
        <>
          <button type="button" disabled={!history.canUndo} aria-keyshortcuts="Control+Z" onClick={history.undo}>
            Undo
          </button>
          <button type="button" disabled={!history.canRedo} aria-keyshortcuts="Control+Shift+Z" onClick={history.redo}>
            Redo
          </button>
          <ShareButton choices={choices} />
          <button type="button" className="strong" onClick={() => setIsExporting(true)}>
            Export…
          </button>
        </>
      }
    >
      <div className="lab">
        <aside className="panel" aria-label="Your brand">
          <h2>Your brand</h2>
          <BrandPanel choices={choices} theme={theme} onChange={change} />
          <p className="field-error" role="alert">
            {refused}
          </p>
          <Segments<Scheme>
            label="Scheme"
            options={[
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
            value={scheme}
            onChange={setScheme}
          />
          <PasteTokens onPaste={(pasted) => change(pasted, 'paste')} />
          <button type="button" className="plain" onClick={() => change({}, 'reset')}>
            Start over
          </button>
          <ThemeVerdict theme={theme} scheme={scheme} />
        </aside>
        <section className="board" aria-label="Screens">
          {SCREENS.map((screen) => (
            <ScreenTile
              key={screen.id}
              screen={screen}
              agreement={agreement}
              theme={theme}
              logo={choices.logo}
              scheme={schemeOf(screen)}
              onOpen={() => setOpened(screen)}
            />
          ))}
        </section>
      </div>
      {isExporting && (
        <FilesDialog title="Export the theme" label="Format" files={themeFiles(theme)} onClose={() => setIsExporting(false)} />
      )}
      {opened && (
        <LiveScreen
          screen={opened}
          agreement={agreement}
          theme={theme}
          logo={choices.logo}
          scheme={schemeOf(opened)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </WorkshopPage>
  )
}
