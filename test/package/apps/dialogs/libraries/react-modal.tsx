import Modal from 'react-modal'
import type { HostDialogProps } from '../page.tsx'

Modal.setAppElement('#root')

export function Dialog({ open, onOpenChange, children }: HostDialogProps) {
  return (
    <Modal isOpen={open} onRequestClose={() => onOpenChange(false)} contentLabel="Of the host">
      <h2>Of the host</h2>
      {children}
    </Modal>
  )
}
