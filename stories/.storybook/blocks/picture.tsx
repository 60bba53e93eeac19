import type { ReactNode } from 'react'
import { MODAL } from './take-pictures.ts'

/** Props of {@link Picture}. */
export interface PictureProps {
  readonly title: string
  /** The page of a story without scripts. `undefined` while it is not taken. */
  readonly html: string | undefined
  /** Size of the page, in CSS pixels. */
  readonly width: number
  readonly height: number
  /** How much smaller the page is shown. */
  readonly scale: number
}

/** Shows the page of a story as it was when the picture was taken. */
export function Picture({ title, html, width, height, scale }: PictureProps): ReactNode {
  return (
    <div className="wb-frame" style={{ width: width * scale, height: height * scale }}>
      {html !== undefined && (
        <iframe
          title={title}
          srcDoc={html}
          style={{ width, height, transform: `scale(${scale})` }}
          tabIndex={-1}
          inert
          onLoad={({ currentTarget }) => openModals(currentTarget.contentDocument)}
        />
      )}
    </div>
  )
}

/** Opens the dialogs that were modal. They take no focus, because they are inert. */
function openModals(page: Document | null): void {
  for (const dialog of page?.querySelectorAll<HTMLDialogElement>(`dialog[${MODAL}]`) ?? []) {
    dialog.inert = true
    dialog.showModal()
  }
}
