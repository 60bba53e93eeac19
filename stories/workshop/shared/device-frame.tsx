import { type ReactNode, useCallback, useState } from 'react'
import { createPortal } from 'react-dom'

/** Props of {@link DeviceFrame}. */
export interface DeviceFrameProps {
  /** The name of the frame for screen readers. */
  readonly title: string
  /** Size of the screen of the device, in px. The frame fills the width of its container, scaled. */
  readonly width: number
  readonly height: number
  readonly scheme: 'light' | 'dark'
  /** Shows the content only: it takes no focus and no clicks. */
  readonly inert?: boolean | undefined
  /** Receives the document of the frame once it is ready. */
  readonly onReady?: ((page: Document) => void) | undefined
  readonly children: ReactNode
}

/** The style sheet with the theme of Storybook's toolbar. A frame has its own theme. */
const TOOLBAR_THEME = 'licet-story-theme'
const EMPTY_PAGE = '<!doctype html><title>Preview</title><body></body>'

/**
 * Renders its children in a separate page, as large as a device. Media queries, modal dialogs and bars at the lower edge then work as
 * on that device, although the frame is scaled.
 */
export function DeviceFrame({ title, width, height, scheme, inert = false, onReady, children }: DeviceFrameProps): ReactNode {
  const [page, setPage] = useState<Document>()
  const open = useCallback(
    (frame: HTMLIFrameElement) => {
      const opened = frame.contentDocument
      if (opened === null) return
      copyStyles(opened)
      if (inert) keepDialogsInert(opened)
      setPage(opened)
      onReady?.(opened)
    },
    [onReady, inert],
  )
  if (page !== undefined) {
    page.documentElement.style.colorScheme = scheme
    page.body.style.cssText = 'margin: 0; background: Canvas; min-height: 100vh'
    page.documentElement.lang = 'en'
  }
  return (
    <div className="device" style={{ '--device-width': width, '--device-height': height }}>
      <iframe
        title={title}
        inert={inert}
        tabIndex={inert ? -1 : undefined}
        srcDoc={EMPTY_PAGE}
        onLoad={(event) => open(event.currentTarget)}
      />
      {page && createPortal(children, page.body)}
    </div>
  )
}

/** A modal dialog is not inert in an inert page, and would take the focus. */
function keepDialogsInert(page: Document): void {
  const prototype = page.defaultView?.HTMLDialogElement.prototype
  if (prototype === undefined) return
  const { showModal, removeAttribute } = prototype
  prototype.showModal = function showInert() {
    this.inert = true
    // The kit removes what a page sets on an open dialog.
    this.removeAttribute = (name) => {
      if (name !== 'inert') removeAttribute.call(this, name)
    }
    showModal.call(this)
  }
}

/** Gives a page the style sheets of this one. A page that is opened later gets those that are loaded by then. */
function copyStyles(page: Document): void {
  const sheets = document.querySelectorAll(`style:not(#${TOOLBAR_THEME}), link[rel="stylesheet"]`)
  page.head.append(...[...sheets].map((sheet) => page.importNode(sheet, true)))
  const base = page.createElement('base')
  base.href = document.baseURI
  page.head.prepend(base)
}
