import { type ReactNode, useState } from 'react'
import { ConsentProvider } from '../../../src/index.ts'
import { en } from '../../../src/locales/en.ts'
import type { AgreementInput } from '../../../src/terms/index.ts'
import type { Theme } from '../../../src/theme/index.ts'
import { toAppearance } from '../kept-theme.ts'
import { DeviceFrame } from '../shared/device-frame.tsx'
import { previewConfig } from '../shared/preview-config.ts'
import { Mark } from '../shared/verdict-line.tsx'
import { formatRatio } from './contrasts.ts'
import type { LabScreen } from './screens.tsx'
import { type TileMeasures, useTileMeasures } from './use-tile-measures.ts'

/** The size of the screen of each device, in px. */
export const DEVICES = { phone: { width: 390, height: 660 }, tablet: { width: 808, height: 660 } } as const

/** The contrast that text needs (WCAG 2.2, level AA). */
const LEAST_CONTRAST = 4.5

/** Props of {@link ScreenTile}. */
export interface ScreenTileProps {
  readonly screen: LabScreen
  readonly agreement: AgreementInput
  readonly theme: Theme
  readonly logo: string | undefined
  readonly scheme: 'light' | 'dark'
  readonly onOpen: () => void
}

/** A screen of the board, with what was measured in it. A press opens it in full size. */
export function ScreenTile({ screen, agreement, theme, logo, scheme, onOpen }: ScreenTileProps): ReactNode {
  const [page, setPage] = useState<Document>()
  const measures = useTileMeasures(page)
  const { id, state, device, content } = screen
  const title = screen.inOtherScheme ? `${screen.title}, ${scheme}` : screen.title
  return (
    <figure className="tile" data-device={device} data-screen={id}>
      <DeviceFrame title={title} {...DEVICES[device]} scheme={scheme} inert onReady={setPage}>
        <ConsentProvider
          preview={state}
          config={previewConfig(agreement)}
          messages={en}
          appearance={{ theme: scheme, ...toAppearance(theme, logo) }}
        >
          {content}
        </ConsentProvider>
      </DeviceFrame>
      <figcaption>
        <button type="button" onClick={onOpen}>
          {title}
        </button>
        <Verdict {...measures} />
      </figcaption>
    </figure>
  )
}

/** The lowest contrast of text in a screen, and whether its choices are equal. */
function Verdict({ contrast, differences }: TileMeasures): ReactNode {
  const isReadable = contrast !== undefined && contrast >= LEAST_CONTRAST
  const isEqual = differences?.length === 0
  return (
    <p className="tile-verdict">
      {contrast !== undefined && (
        <span data-ok={isReadable} data-measure="contrast">
          <Mark ok={isReadable} />
          <span className="visually-hidden">Lowest contrast of text:</span> {formatRatio(contrast)}
        </span>
      )}
      {differences !== undefined && (
        <span data-ok={isEqual}>
          <Mark ok={isEqual} />
          {isEqual ? 'Equal choices' : `Choices differ: ${differences.join(', ')}`}
        </span>
      )}
    </p>
  )
}
