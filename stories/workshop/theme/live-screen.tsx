import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { en } from '../../../src/locales/en.ts'
import type { AgreementInput } from '../../../src/terms/index.ts'
import type { Theme } from '../../../src/theme/index.ts'
import type { Scene } from '../../../test/fixtures/scenes.ts'
import { Stage } from '../../../test/fixtures/stage.tsx'
import { DeviceFrame } from '../shared/device-frame.tsx'
import { DEVICES } from './screen-tile.tsx'
import type { LabScreen } from './screens.tsx'

/** Props of {@link LiveScreen}. */
export interface LiveScreenProps {
  readonly screen: LabScreen
  readonly agreement: AgreementInput
  readonly theme: Theme
  readonly scheme: 'light' | 'dark'
  readonly onClose: () => void
}

/** A screen in its full size, with the real service in this browser: Agree, Decline and all other buttons work. */
export function LiveScreen({ screen, agreement, theme, scheme, onClose }: LiveScreenProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  const [scene, setScene] = useState<Scene>()
  useEffect(() => dialog.current?.showModal(), [])
  // Keys in the frame do not reach this page.
  const followEscape = useCallback((page: Document) => {
    page.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape' && page.querySelector('dialog[open]') === null) dialog.current?.close()
    })
  }, [])
  useEffect(() => {
    let isOpen = true
    // Loaded here, because the database of the service is larger than the rest of the page.
    void import('../../../test/fixtures/scenes.ts')
      .then(({ prepareScene }) => prepareScene(screen.state, { agreement }))
      .then((prepared) => isOpen && setScene(prepared))
    return () => {
      isOpen = false
    }
  }, [screen, agreement])
  return (
    <dialog ref={dialog} className="live-screen" aria-label={screen.title} onClose={onClose}>
      <div className="live-screen-bar">
        <h2>{screen.title}</h2>
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
      {scene === undefined ? (
        <p role="status">The license service is starting in this browser.</p>
      ) : (
        <DeviceFrame title={screen.title} {...DEVICES[screen.device]} scheme={scheme} onReady={followEscape}>
          <Stage
            scene={scene}
            locale="en"
            messages={en}
            appearance={{ theme: scheme, variables: theme.variables }}
            onEvent={ignoreEvent}
          >
            {screen.content}
          </Stage>
        </DeviceFrame>
      )}
    </dialog>
  )
}

function ignoreEvent(): void {}
