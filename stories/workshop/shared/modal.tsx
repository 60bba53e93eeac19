import { type ReactNode, useEffect, useRef } from 'react'

/** Props of {@link Modal}. */
export interface ModalProps {
  readonly title: string
  readonly className: string
  /** Called when it has closed, including by Esc. */
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A modal dialog with its title and a button that closes it. It opens when it is rendered. */
export function Modal({ title, className, onClose, children }: ModalProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className={className} aria-label={title} onClose={onClose}>
      <div className="modal-bar">
        <h2>{title}</h2>
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
      {children}
    </dialog>
  )
}
