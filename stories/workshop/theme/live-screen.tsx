import { type ReactNode, useEffect, useState } from 'react'
import { en } from '../../../src/locales/en.ts'
import type { AgreementInput } from '../../../src/terms/index.ts'
import type { Theme } from '../../../src/theme/index.ts'
import type { Scene } from '../../../test/fixtures/scenes.ts'
import { Stage } from '../../../test/fixtures/stage.tsx'
import { toAppearance } from '../kept-theme.ts'
import { DeviceFrame } from '../shared/device-frame.tsx'
import { Modal } from '../shared/modal.tsx'
import { DEVICES } from './screen-tile.tsx'
import type { LabScreen } from './screens.tsx'

/** Props of {@link LiveScreen}. */
export interface LiveScreenProps {
  readonly screen: LabScreen
  readonly agreement: AgreementInput
  readonly theme: Theme
  readonly logo: string | undefined
  readonly scheme: 'light' | 'dark'
  readonly onClose: () => void
}

/** A screen in its full size, with the real service in this browser: Agree, Decline and all other buttons work. */
export function LiveScreen({ screen, agreement, theme, logo, scheme, onClose }: LiveScreenProps): ReactNode {
  const [scene, setScene] = useState<Scene>()
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
    <Modal title={screen.title} className="live-screen" onClose={onClose}>
      {scene === undefined ? (
        <p role="status">The license service is starting in this browser.</p>
      ) : (
        <DeviceFrame title={screen.title} {...DEVICES[screen.device]} scheme={scheme} onReady={followEscape}>
          <Stage
            scene={scene}
            locale="en"
            messages={en}
            appearance={{ theme: scheme, ...toAppearance(theme, logo) }}
            onEvent={ignoreEvent}
          >
            {screen.content}
          </Stage>
        </DeviceFrame>
      )}
    </Modal>
  )
}

/** Keys in the frame do not reach the page around it. */
function followEscape(page: Document): void {
  page.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && page.querySelector('dialog[open]') === null) page.defaultView?.frameElement?.closest('dialog')?.close()
  })
}

function ignoreEvent(): void {}
